import type { AuditReply } from '#contract/audit.calls.ts'
import type { AuditFilter, AuditResource } from '#domain/audit/audit.schema.ts'
import {
  auditActionFilterLabels,
  auditRefusalTexts,
  auditResourceLabels,
  auditResourcePlurals,
} from '#domain/audit/audit.texts.ts'
import { dateLabel } from '#domain/calendar/date-labels.ts'

export const auditScreenTexts = {
  intro:
    'Wie wat wanneer heeft gewijzigd, en van wat naar wat. Van personen staat hier alleen wélk gegeven is gewijzigd, nooit wat erin stond. Wie in- en uitlogt vind je met het filter Handeling.',
  loadFailed: 'Ophalen van het logboek mislukt',
  exportFailed: 'Exporteren van het logboek mislukt',
  export: 'Exporteren (.xlsx)',
  refusals: auditRefusalTexts,
  nothing: 'Er is hier nog niets gewijzigd.',
  nothingFound: 'Niets gevonden met deze filters. Laat er een weg:',
  reversed: 'De laatste dag ligt vóór de eerste.',
  noDay: 'Typ een datum, zoals 20-3-2026.',
  parts: 'Eén handeling, regel voor regel',
  partsOf: (resource: AuditResource, count: number) =>
    `${count.toLocaleString('nl-NL')} ${auditResourcePlurals[resource]}`,
  details: 'Details',
  ofAct: ' van deze handeling',
  everything: 'Alles',
  everybody: 'Iedereen',
  somebody: 'Iemand zoeken…',
  /** number of lines shown; there may be more */
  shown: (count: number, hasMore: boolean) => {
    const lines = count === 1 ? '1 regel' : `${count.toLocaleString('nl-NL')} regels`
    return hasMore ? `De laatste ${lines}; er zijn er meer.` : lines
  },
  filters: 'Het logboek filteren',
  searchOne: 'Eén gebruiker zoeken…',
  searchBack: 'Verder terug zoeken',
  more: 'Meer laden',
  changed: 'Wat er veranderde',
  wholeLog: 'Het hele logboek',
}

/** Each filter as a readable label: 'Wie: Anja Smit'. Filters that are not set are left out. */
export function filterLabels(filter: AuditFilter, asked: AuditReply['asked']): { name: FilterName; label: string }[] {
  const { actor, resource, resource_id, action, from, until } = filter
  const all: Record<FilterName, string | false> = {
    actor: actor !== undefined && `Wie: ${asked.actor}`,
    resource_id: resource !== undefined && resource_id !== undefined && recordLabel(resource, asked.subject),
    resource: resource !== undefined && resource_id === undefined && `Wat: ${auditResourceLabels[resource]}`,
    action: action !== undefined && `Handeling: ${auditActionFilterLabels[action]}`,
    from: from !== undefined && `Vanaf ${dateLabel(from, 'any-time')}`,
    until: until !== undefined && `Tot en met ${dateLabel(until, 'any-time')}`,
  }
  return Object.entries(all).flatMap(([name, label]) => (label ? [{ name: name as FilterName, label }] : []))
}

export type FilterName = Exclude<keyof AuditFilter, 'import_id' | 'lines'>

export const recordLabel = (resource: NonNullable<AuditFilter['resource']>, subject: string | null): string =>
  `${auditResourceLabels[resource]} ${subject ?? ''}`.trim()
