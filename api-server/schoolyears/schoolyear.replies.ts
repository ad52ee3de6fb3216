import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { copyTestmoments, deleteSchoolyear, editSchoolyear, listRecesses } from '#contract/schoolyears.gen.ts'
import { getResultStatistics, listEnrollmentStatistics, listTestmomentStatistics } from '#contract/statistics.gen.ts'
import { createTestmoment, listTestmoments } from '#contract/testmoments.gen.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { schoolyearDeletionRefusal } from '#domain/schoolyears/schoolyear.rules.ts'
import {
  type ManagedSchoolyear,
  managedSchoolyearFieldNames,
  type Schoolyear,
  schoolyearFieldNames,
} from '#domain/schoolyears/schoolyear.schema.ts'
import { reaches } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'

const TESTMOMENTS_PER_PAGE = 20

/** The active school year, which everybody may read; only administrators get links. */
export const schoolyearReply = (schoolyear: Omit<Schoolyear, '_links'>, reader: Pick<Caller, 'roles'>): Schoolyear => ({
  ...pick(schoolyear, schoolyearFieldNames),
  _links: reaches(reader, 'administration') ? linksOf(schoolyear.id) : {},
})

export const managedSchoolyearReply = (schoolyear: Omit<ManagedSchoolyear, '_links'>): ManagedSchoolyear => ({
  ...pick(schoolyear, managedSchoolyearFieldNames),
  _links: { ...linksOf(schoolyear.id), ...conditionalLinksOf(schoolyear) },
})

function conditionalLinksOf(schoolyear: Omit<ManagedSchoolyear, '_links'>): ManagedSchoolyear['_links'] {
  const { id, active, archived } = schoolyear
  const edit = linkTo(editSchoolyear, { id })
  return {
    list_recesses: linkTo(listRecesses, { id }),
    copy_testmoments: linkTo(copyTestmoments, { id }),
    ...(!active && !archived && { archive: edit }),
    ...(archived && { restore: edit }),
    ...(!schoolyearDeletionRefusal(schoolyear) && { delete: linkTo(deleteSchoolyear, { id }) }),
  }
}

const linksOf = (id: number): Schoolyear['_links'] => ({
  edit: linkTo(editSchoolyear, { id }),
  testmoments: linkTo(listTestmoments, { schoolyear_id: id, paging: TESTMOMENTS_PER_PAGE }),
  add_testmoment: linkTo(createTestmoment, { schoolyear_id: id }),
  testmoment_statistics: linkTo(listTestmomentStatistics, { id }),
  enrollment_statistics: linkTo(listEnrollmentStatistics, { id }),
  result_statistics: linkTo(getResultStatistics, { id }),
})

const linkTo = (endpoint: Endpoint, params: Record<string, number>): Link => ({
  method: endpoint.method,
  href: pathOf(endpoint, params),
})
