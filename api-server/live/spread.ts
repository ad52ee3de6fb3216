import type { Audience } from './reader.ts'

/** What is left of the 2 s within which a screen shows a change, when telling and fetching took theirs. */
export const LONGEST_SPREAD = 1_500

/** Each of so many fetches some two lists: 3,000 a second come in 5,000 connections' longest spread. */
const MS_A_CONNECTION = 0.3

/** Over how many ms those who are told fetch anew. One alone need not wait; `count` is how many connections are open. */
export const spreadFor = ({ who }: Audience, count: number): number =>
  who === 'user' ? 0 : Math.min(LONGEST_SPREAD, Math.round(count * MS_A_CONNECTION))
