import { followRefusalTexts } from '#domain/users/followed.texts.ts'
import { classGroupRefusalTexts, studentNumberRefusalTexts } from '#domain/users/user.texts.ts'
import { cellErrorText, outcomeTexts, repeatedText, shiftedText, totalText } from './list-kind.texts.ts'
import { adds, addsNotably, changes, changesNotably, type ListKind, refuses, remarks, skips } from './list-kind.ts'
import { isAddress, OTHER_PEOPLE, personColumns, personGuesses } from './people-columns.texts.ts'

/** A class group is only ever a whole header: with another word it is about something of the class, such as its mentor. */
const classGroupNames = [
  ...['klas', 'klasgroep', 'stamklas', 'stamgroep', 'basisgroep', 'klascode', 'klasnaam', 'lesgroep', 'lesgroepen'],
  ...['groep', 'groepscode', 'groepsnaam', 'studiegroep', 'class', 'classgroup', 'classname', 'group', 'section'],
]

export const studentList = {
  columns: {
    ...personColumns,
    username: { ...personColumns.username, required: true },
    education_department: {
      label: 'Studierichting',
      names: ['studierichting', 'opleiding', 'opleidingsnaam', 'studie', 'educationdepartment', 'department'],
    },
    class_group: { label: 'Klas', names: classGroupNames, inTitles: true },
    status: {
      label: 'Status',
      names: [
        ...['status', 'studentstatus', 'statusstudent', 'statusinschrijving'],
        ...['inschrijfstatus', 'inschrijvingsstatus', 'inschrijvingstatus', 'enrollmentstatus'],
      ],
    },
    departed: { label: 'Uitgeschreven', names: ['uitgeschreven', 'isuitgeschreven', 'uitgeschrevenop'] },
  },
  searched: [
    ...['username', 'student_number', 'education_department'],
    ...['first_name', 'prefix', 'last_name', 'whole_name', 'class_group', 'status', 'departed'],
  ],
  others: [
    ...OTHER_PEOPLE,
    ...classGroupNames,
    ...['vak', 'toets', 'locatie', 'jaar', 'code', 'nummer', 'id', 'niveau', 'datum', 'status', 'fase'],
  ],
  whole: ['student', 'leerling', 'deelnemer', 'uitgeschreven'],
  needs: [['username']],
  isKey: isAddress,
  isWhole: (cell) => cell.includes('@'),
  guesses: personGuesses,
  verdicts: {
    new: adds('Nieuw'),
    'new-letters-lost': addsNotably(
      'Nieuw, maar in de naam lijken letters verloren te zijn gegaan. Kijk de naam na, of sla de lijst op als ‘CSV UTF-8’.',
    ),
    'new-without-name': addsNotably('Nieuw, nog zonder naam. De student vult die zelf in.'),
    registered: addsNotably(
      (number) =>
        `Heeft zich zelf geregistreerd, maar niet geactiveerd. Wordt ingevuld volgens deze lijst en krijgt een brief.${number && ` Houdt studentnummer ${number}.`}`,
    ),
    known: skips('Heeft al een account. Blijft zoals het is.'),
    'number-added': changes((number) => `Heeft al een account. Krijgt studentnummer ${number}.`),
    'number-kept': remarks((number) => `Heeft al een account, met studentnummer ${number}. Blijft zoals het is.`),
    'zeros-lost': remarks((number) => `In de lijst ontbreken nullen: het studentnummer blijft ${number}.`),
    'number-lettered': remarks(
      (number) => `In de lijst verschilt een letter voor het nummer: het studentnummer blijft ${number}.`,
    ),
    updated: changes('Heeft al een account. Wordt bijgewerkt.'),
    'address-offered': remarks(
      (address) =>
        `Heeft een account met ${address}. Kies hierboven of het adres verandert; tot dan blijft alles zoals het is.`,
    ),
    'address-changed': changesNotably(
      (address) =>
        `Krijgt dit e-mailadres. ${address} krijgt daar bericht van, eerdere links werken niet meer en de student logt opnieuw in.`,
    ),
    'letters-lost': remarks(
      'In de naam lijken letters verloren te zijn gegaan. Kijk de naam na, of sla de lijst op als ‘CSV UTF-8’.',
    ),
    'name-kept': remarks(
      (name) =>
        `In ‘${name}’ lijken letters verloren te zijn gegaan. De naam blijft zoals hij is; sla de lijst op als ‘CSV UTF-8’.`,
    ),
    'follows-source': remarks(followRefusalTexts['follows-source']),
    'department-kept': remarks(
      (name) =>
        `Is al begonnen bij ${name === '' ? 'een andere studierichting' : name}. Die blijft; wissel van studierichting bij Gebruikers.`,
    ),
    'is-administrator': remarks('Is beheerder en blijft dat. Wordt overgeslagen.'),
    'without-role': remarks(
      'Heeft een account zonder gebruikerstype. Wordt overgeslagen; kies het type bij Gebruikers.',
    ),
    repeated: remarks(repeatedText),
    'group-repeated': remarks((line) => `Staat ook op regel ${line}. Telt één keer; die klas geldt.`),
    departed: remarks((said) => `In de lijst staat ‘${said}’. Wordt overgeslagen, tenzij je hierboven anders kiest.`),
    'departed-taken': remarks((said) => `In de lijst staat ‘${said}’. Telt toch mee.`),
    contradicted: refuses((line) => `Staat ook op regel ${line}, met andere gegevens. Laat één van de twee staan.`),
    shifted: refuses(shiftedText),
    total: refuses(totalText),
    'address-missing': refuses('Het e-mailadres ontbreekt.'),
    'address-invalid': refuses('Dit is geen geldig e-mailadres.'),
    'name-too-long': refuses('De naam is te lang.'),
    'name-unreadable': refuses('De naam bevat tekens die niet leesbaar zijn.'),
    'student-number-unreadable': refuses(studentNumberRefusalTexts['student-number-unreadable']),
    'student-number-too-long': refuses(studentNumberRefusalTexts['student-number-too-long']),
    'student-number-shortened': refuses(
      'Het studentnummer is door een rekenblad ingekort. Maak er in dat programma een kolom met tekst of hele getallen van.',
    ),
    'number-taken': refuses((username) => `Dit studentnummer hoort al bij ${username}.`),
    'number-repeated': refuses((line) => `Dit studentnummer staat ook op regel ${line}, bij iemand anders.`),
    'department-unknown': refuses((name) => `Er is geen studierichting ‘${name}’.`),
    'department-archived': refuses((name) => `Studierichting ‘${name}’ is gearchiveerd.`),
    'department-ambiguous': refuses((name) => `Er zijn meer studierichtingen die ‘${name}’ heten.`),
    'class-group-too-long': refuses(classGroupRefusalTexts['class-group-too-long']),
    'class-group-unreadable': refuses(classGroupRefusalTexts['class-group-unreadable']),
    'cell-error': remarks(cellErrorText),
  },
  columnMissing:
    'Er is geen kolom met e-mailadressen. Zet boven de lijst bijvoorbeeld: voornaam;achternaam;e-mail;studierichting',
  words: {
    ...outcomeTexts('student', 'studenten'),
    tab: 'Studenten',
    intro:
      'Nieuwe studenten krijgen een account. Nu of later krijgen ze een activatiemail om een wachtwoord te kiezen. Wie al een account heeft, krijgt er geen.',
    example: 'voornaam;achternaam;e-mail;studentnummer;studierichting;klas',
    columns: 'Alleen e-mail is nodig. Ook naam (voluit), tussenvoegsel, gebruikersnaam en opleiding worden herkend.',
    update:
      'Wie al een account heeft, krijgt naam, nummer, studierichting en klas van de lijst. Anders wordt alleen een ontbrekend studentnummer aangevuld.',
    nothing: 'Alle studenten van deze lijst hebben al een account. Er is niets te importeren.',
  },
} satisfies ListKind

export type StudentVerdict = keyof typeof studentList.verdicts
