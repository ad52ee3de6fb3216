import type { AuditAction, AuditResource } from './audit.schema.ts'

export const DELETED_USER = 'verwijderde gebruiker'
export const DELETED_RECORD = 'verwijderd'
export const SCHEDULE = 'Het systeem'

export const auditResourceLabels = {
  schoolyear: 'Schooljaar',
  testmoment: 'Toetsmoment',
  module: 'Module',
  education_department: 'Studierichting',
  user: 'Gebruiker',
  enrollment: 'Inschrijving',
  message: 'Bericht',
} satisfies Record<AuditResource, string>

export const auditActionLabels = {
  created: 'aangemaakt',
  imported: 'geïmporteerd',
  edited: 'gewijzigd',
  deleted: 'verwijderd',
  'modules-edited': 'modules gewijzigd',
  opened: 'opengesteld',
  closed: 'gesloten',
  'activation-resent': 'activatiemail opnieuw verstuurd',
  'department-switched': 'van studierichting gewisseld',
  enrolled: 'ingeschreven',
  unenrolled: 'uitgeschreven',
  exported: 'geëxporteerd',
  'checklist-made': 'presentielijst gemaakt',
  sent: 'verstuurd',
} satisfies Record<AuditAction, string>

export const isAuditResource = (value: unknown): value is AuditResource =>
  typeof value === 'string' && Object.hasOwn(auditResourceLabels, value)
