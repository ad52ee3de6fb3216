import { registerTexts } from '#src/parts/registers/register.texts.ts'

export const modulesTexts = {
  ...registerTexts('module', 'Nieuwe module'),
  intro:
    'Modules zijn wat een student kan toetsen. Een module die niet meer in gebruik is, wordt nergens meer aangeboden.',
  none: 'Er zijn nog geen modules. Maak de eerste aan.',
  byDepartment: 'Modules per studierichting',
  import: 'Modules importeren',
  inUse: (name: string) => `Module ${name} in gebruik`,
  nameFixed: 'De naam van een module verandert niet.',
  nameHint: 'Een korte code, bijvoorbeeld ALG1. Je kunt de naam later niet wijzigen.',
  stillEnrolled: (students: number) =>
    students === 1 ? ' 1 student blijft ervoor ingeschreven.' : ` ${students} studenten blijven ervoor ingeschreven.`,
  restored: (name: string) => `Module ${name} is teruggezet. Ze is nog niet in gebruik.`,
  why: 'Verwijderen kan daarom niet.',
  archiving:
    'Een gearchiveerde module is niet meer in gebruik en staat in geen lijst meer. Wat eraan hangt, blijft zoals het is. Je kunt haar later terugzetten.',
}
