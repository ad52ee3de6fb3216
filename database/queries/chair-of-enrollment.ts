import type { JoinBuilder } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Joins the chair that an enrollment's student has at its moment. */
export const chairOfEnrollment = (join: JoinBuilder<Tables, 'enrollment' | 'chair'>) =>
  join.onRef('chair.user_id', '=', 'enrollment.user_id').onRef('chair.testmoment_id', '=', 'enrollment.testmoment_id')

/** Joins it once the moment's rooms are published: before that, students do not see it. */
export const shownChairOfEnrollment = (join: JoinBuilder<Tables, 'enrollment' | 'chair' | 'testmoment'>) =>
  join
    .onRef('chair.user_id', '=', 'enrollment.user_id')
    .onRef('chair.testmoment_id', '=', 'enrollment.testmoment_id')
    .on('testmoment.rooms_published_at', 'is not', null)
