import { type ESTree, Visitor } from 'vite'

/** Lines above which a function counts as long. */
export const LONG_FUNCTION_LINES = 100

/** Decisions above which a function counts as branching too much. */
export const MOST_BRANCHES = 20

export interface MeasuredFunction {
  name: string
  /** number of its first line, from 1 */
  line: number
  lines: number
  /** cyclomatic complexity: 1, and 1 for each condition, loop, case, catch, `&&`, `||` and `??`; nested functions count apart */
  branches: number
  /** the same, with those of all functions in it */
  withNested: number
}

/** Every function of a file with its length and its branches. */
export function measureFunctions(program: ESTree.Program, lineAt: (offset: number) => number): MeasuredFunction[] {
  const found: MeasuredFunction[] = []
  const open: MeasuredFunction[] = []
  let lastName = ''

  const enter = (node: { start: number; end: number; id?: { name: string } | null }) => {
    const line = lineAt(node.start)
    const measured = {
      name: node.id?.name ?? lastName,
      line,
      lines: lineAt(node.end) - line + 1,
      branches: 1,
      withNested: 1,
    }
    open.push(measured)
    found.push(measured)
  }
  const leave = () => {
    open.pop()
  }
  const branch = () => {
    const inner = open.at(-1)
    if (inner) inner.branches++
    for (const each of open) each.withNested++
  }
  new Visitor({
    VariableDeclarator({ id }) {
      if (id.type === 'Identifier') lastName = id.name
    },
    Property({ key }) {
      if (key.type === 'Identifier') lastName = key.name
    },
    MethodDefinition({ key }) {
      if (key.type === 'Identifier') lastName = key.name
    },
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    IfStatement: branch,
    ConditionalExpression: branch,
    ForStatement: branch,
    ForInStatement: branch,
    ForOfStatement: branch,
    WhileStatement: branch,
    DoWhileStatement: branch,
    CatchClause: branch,
    LogicalExpression: branch,
    SwitchCase({ test }) {
      if (test) branch()
    },
  }).visit(program)
  return found
}
