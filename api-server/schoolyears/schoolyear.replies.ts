import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { editSchoolyear } from '#contract/schoolyears.ts'
import { getResultStatistics, listEnrollmentStatistics, listTestmomentStatistics } from '#contract/statistics.ts'
import { createTestmoment, listTestmoments } from '#contract/testmoments.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { type Schoolyear, schoolyearFieldNames } from '#domain/schoolyears/schoolyear.schema.ts'
import { reaches } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'

/** How many test moments come at a time. */
const TESTMOMENTS = 20

/** The links are for administrators. */
export const schoolyearReply = (schoolyear: Omit<Schoolyear, '_links'>, reader: Pick<Caller, 'roles'>): Schoolyear => ({
  ...pick(schoolyear, schoolyearFieldNames),
  _links: reaches(reader, 'administration') ? linksOf(schoolyear.id) : {},
})

const linksOf = (id: number): Schoolyear['_links'] => ({
  edit: linkTo(editSchoolyear, { id }),
  testmoments: linkTo(listTestmoments, { schoolyear_id: id, paging: TESTMOMENTS }),
  add_testmoment: linkTo(createTestmoment, { schoolyear_id: id }),
  testmoment_statistics: linkTo(listTestmomentStatistics, { id }),
  enrollment_statistics: linkTo(listEnrollmentStatistics, { id }),
  result_statistics: linkTo(getResultStatistics, { id }),
})

const linkTo = (endpoint: Endpoint, params: Record<string, number>): Link => ({
  method: endpoint.method,
  href: pathOf(endpoint, params),
})
