import type { ListKind } from './list-kind.ts'
import { moduleList } from './modules.texts.ts'
import { resultList } from './results.texts.ts'
import { roomList } from './rooms.texts.ts'
import { studentList } from './students.texts.ts'
import { testmomentList } from './testmoments.texts.ts'

export const importKinds = {
  students: studentList,
  testmoments: testmomentList,
  modules: moduleList,
  rooms: roomList,
  results: resultList,
} satisfies Record<string, ListKind>

export type ImportKind = keyof typeof importKinds

/** Kinds with a screen below 'Importeren', in the order of its tabs; results are imported at their test moment. */
export const importTabs = ['students', 'modules', 'testmoments', 'rooms'] as const satisfies readonly ImportKind[]

export const listKind = (kind: ImportKind): ListKind => importKinds[kind]

type VerdictsOf<Kind> = Kind extends ImportKind ? keyof (typeof importKinds)[Kind]['verdicts'] : never

/** Verdict of any kind. Verdicts with the same name have the same weight. */
export type ImportVerdict = VerdictsOf<ImportKind>
