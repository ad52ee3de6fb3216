import { accountFaultTexts } from '#domain/accounts/account.texts.ts'
import { auditRefusalTexts } from '#domain/audit/audit.texts.ts'
import { departmentSwitchRefusalTexts } from '#domain/departments/department.texts.ts'
import { enrollmentRefusalTexts, unenrollmentRefusalTexts } from '#domain/enrollments/enrollment.texts.ts'
import { schoolNameRefusalTexts, takenNameTexts } from '#domain/entities/school-name.texts.ts'
import { importRefusalTexts } from '#domain/import/import.texts.ts'
import { loginRefusalTexts } from '#domain/logins/login.texts.ts'
import { messageRefusalTexts } from '#domain/messages/message.texts.ts'
import { moduleRefusalTexts } from '#domain/modules/module.texts.ts'
import { connectionRefusalTexts } from '#domain/oeapi/connection.texts.ts'
import { invigilationRefusalTexts, presenceRefusalTexts } from '#domain/presence/presence.texts.ts'
import { resultRefusalTexts } from '#domain/results/result.texts.ts'
import { roomRefusalTexts } from '#domain/rooms/room.texts.ts'
import { recessRefusalTexts } from '#domain/schoolyears/recess.texts.ts'
import { schoolyearRefusalTexts } from '#domain/schoolyears/schoolyear.texts.ts'
import { placeRefusalTexts, scheduleRefusalTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { followRefusalTexts } from '#domain/users/followed.texts.ts'
import {
  classGroupRefusalTexts,
  nameRefusalTexts,
  onboardingRefusalTexts,
  studentNumberRefusalTexts,
} from '#domain/users/user.texts.ts'
import type { ReasonCode } from './refusals.ts'

/** Sentence for a list of the wrong kind: the API does not know which kind it was. */
const columnMissing =
  'In de lijst ontbreekt de kolom waaraan een regel wordt herkend. Zet de namen van de kolommen op de eerste regel.'

/** `message` of each refusal: shown to users if a screen has no words of its own for the reason. */
export const reasonTexts = {
  ...auditRefusalTexts,
  ...departmentSwitchRefusalTexts,
  ...schoolNameRefusalTexts,
  ...takenNameTexts,
  ...recessRefusalTexts,
  ...schoolyearRefusalTexts,
  ...placeRefusalTexts,
  ...scheduleRefusalTexts,
  ...messageRefusalTexts,
  ...moduleRefusalTexts,
  ...connectionRefusalTexts,
  ...loginRefusalTexts,
  ...presenceRefusalTexts,
  ...invigilationRefusalTexts,
  ...resultRefusalTexts,
  ...roomRefusalTexts,
  ...nameRefusalTexts,
  ...onboardingRefusalTexts,
  ...studentNumberRefusalTexts,
  ...classGroupRefusalTexts,
  ...followRefusalTexts,
  ...toastsOf(unenrollmentRefusalTexts),
  ...toastsOf(enrollmentRefusalTexts),
  'import-empty': importRefusalTexts['import-empty'](),
  'import-too-long': importRefusalTexts['import-too-long'](),
  'import-line-too-long': 'Een regel van de lijst is te lang. Misschien staat er een aanhalingsteken te veel.',
  'import-quote-open': 'In de lijst begint een aanhalingsteken dat nergens eindigt. Haal het weg of zet er een bij.',
  'import-column-missing': columnMissing,
  'request-malformed': 'De server begrijpt deze aanvraag niet. Laad de pagina opnieuw en probeer het nog een keer.',
  'token-missing': 'Log eerst in.',
  'token-expired': 'Je login is verlopen. Log opnieuw in.',
  'token-revoked': 'Je login is beëindigd. Log opnieuw in.',
  'login-failed': 'De combinatie van gebruikersnaam en wachtwoord klopt niet.',
  'account-activated': 'Dit account is al geactiveerd.',
  'not-yours': 'Dat mag je met dit account niet doen.',
  'not-found': 'Dit bestaat niet (meer). Misschien heeft iemand anders het verwijderd.',
  'method-not-allowed': 'Dat kan hier niet.',
  'request-timeout': 'De aanvraag kwam te langzaam binnen. Controleer je verbinding en probeer het opnieuw.',
  'headers-too-large': 'De aanvraag is te groot. Laad de pagina opnieuw en probeer het nog een keer.',
  'username-missing': accountFaultTexts['username-missing'],
  'username-implausible': accountFaultTexts['username-implausible'],
  'username-taken': 'Er is al een account met dit e-mailadres.',
  'users-too-many': 'Dit zijn te veel gebruikers tegelijk. Maak de lijst kleiner met filters.',
  'body-too-large': 'Wat je verstuurt is te groot. Verdeel het in kleinere delen.',
  'body-not-json': 'De server begrijpt deze aanvraag niet. Laad de pagina opnieuw en probeer het nog een keer.',
  'too-many-requests': 'Dit is te vaak geprobeerd. Probeer het zo meteen opnieuw.',
  unavailable: 'De server kan je aanvraag nu niet aan. Probeer het zo meteen opnieuw.',
  'internal-error': 'Er is iets misgegaan op de server. Probeer het opnieuw.',
  'version-stale': 'Iemand anders heeft dit intussen gewijzigd. Bekijk de wijziging en probeer het opnieuw.',
  'confirmation-needed': 'Dit heeft gevolgen voor studenten. Bevestig eerst dat je dit wilt.',
  'plan-changed': 'Er is intussen iets veranderd. Bekijk opnieuw wat er zou gebeuren: er is nog niets gewijzigd.',
  'write-running': 'Hier is de server nog mee bezig. Wacht even.',
  'write-too-late': 'Deze opdracht kwam te laat aan en is niet uitgevoerd. Probeer het opnieuw.',
  'key-reused': 'De server begrijpt deze aanvraag niet. Laad de pagina opnieuw en probeer het nog een keer.',
  'own-account': 'Dit is je eigen account. Alleen een collega kan het verwijderen of er geen beheerder meer van maken.',
  'testmoment-starts-closed':
    'Een nieuw toetsmoment is gesloten voor inschrijvingen. Maak het gesloten aan en open het daarna.',
  'module-unknown': 'Een van de modules bestaat niet (meer). Laad de pagina opnieuw.',
  'enrollments-doubled': 'Door deze wijziging zou een student twee keer voor dezelfde module zijn ingeschreven.',
  'push-endpoint-unknown': 'Deze browser gebruikt een meldingendienst die hier niet bekend is.',
  'push-keys-unusable': 'Deze browser gaf geen bruikbare sleutels voor meldingen. Zet meldingen uit en weer aan.',
  'push-vapid-key-unknown': 'De meldingen van dit apparaat zijn verouderd. Zet ze uit en weer aan.',
  'push-endpoint-gone': 'De meldingendienst van deze browser kent dit apparaat niet meer. Zet meldingen opnieuw aan.',
  'push-device-removed': 'Dit apparaat is uit je lijst gehaald. Zet meldingen weer aan om ze te ontvangen.',
} as const satisfies Record<ReasonCode, string>

/** Toasts for the server's refusals. A refusal of both enrolling and unenrolling has the sentence for enrolling. */
function toastsOf<Code extends string>(texts: Record<Code, { toast: string }>): Record<Code, string>
function toastsOf(texts: Record<string, { toast: string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([code, { toast }]) => [code, toast]))
}
