import { type ESTree, Visitor } from 'vite'

/** Modules that know the three endings of a write (done, refused, unknown): a file that writes imports one of these. */
export const WAYS_TO_WRITE: readonly string[] = [
  'src/api/answer-of.ts',
  'src/parts/writing/writing.tsx',
  'src/parts/plan/use-plan.ts',
  'src/parts/many/use-batches.ts',
  'src/parts/editing/use-change.tsx',
  'src/parts/editing/saving-switch.tsx',
  'src/settings/login-way.tsx',
  'src/admin/import/import-flow.tsx',
  'src/admin/import/plain-import.tsx',
  'src/parts/registers/register-dialog.tsx',
  'src/parts/registers/register-list.tsx',
]

/** Whether what is imported knows these endings. A file with a button of `writing.tsx` need not write. */
export const knowsEndings = ({ file, name }: { file: string; name: string | undefined }): boolean =>
  WAYS_TO_WRITE.includes(file) && (file !== 'src/parts/writing/writing.tsx' || name === 'useWrite')

/** Files and folders that write in another way, with the reason. */
export const OTHER_WRITES: Readonly<Record<string, string>> = {
  'src/account/': 'sent before anybody is logged in, without a key; its forms share `useSubmission`',
  'src/session/session-sending.ts': 'logs in and out, by a protocol of its own',
  'src/enrollment/enrollment-actors.ts':
    'actors of the enrollment machine, which looks up what became of a lost answer',
  'src/admin/testmoments/results/results-screen.tsx': 'saved in the background, and again by version until it is kept',
  'src/parts/enrollment-choice/seats-view.tsx': 'on the first screen of students, which does not pay for the hook',
  'src/student/messages/messages-screen.tsx': 'marks a message as read in the background, and again at the next look',
}

export interface FoundCall {
  /** name of the call in the contract */
  name: string
  line: number
  /** its failure ends in this file: in a `.catch()` or `.then()`, or in a `catch` that throws nothing */
  handlesFailure: boolean
}

export function findCalls(program: ESTree.Program, lineAt: (offset: number) => number): FoundCall[] {
  const found: { call: FoundCall; start: number }[] = []
  const throwing: number[] = []
  new Visitor({
    ThrowStatement({ start }) {
      throwing.push(start)
    },
    CallExpression({ callee, arguments: [target], start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (!['call', 'follow'].includes(callee.property.name) || target?.type !== 'Identifier') return
      found.push({ start, call: { name: target.name, line: lineAt(start), handlesFailure: false } })
    },
    'CallExpression:exit'({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (!['then', 'catch'].includes(callee.property.name)) return
      const { start, end } = callee.object
      mark(found, (offset) => offset === start && offset < end)
    },
    'TryStatement:exit'({ block, handler }) {
      if (!handler || throwing.some((offset) => offset > handler.start && offset < handler.end)) return
      mark(found, (offset) => offset > block.start && offset < block.end)
    },
  }).visit(program)
  return found.map(({ call }) => call)
}

function mark(found: readonly { call: FoundCall; start: number }[], isHandled: (offset: number) => boolean): void {
  for (const { call, start } of found) if (isHandled(start)) call.handlesFailure = true
}
