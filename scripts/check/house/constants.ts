import type { ESTree } from 'vite'

export interface NamelessUnit {
  name: string
  line: number
}

/** A name that says what its number counts. */
const UNIT =
  /(?:^|_)(?:MS|US|S|SECONDS?|MINUTES?|HOURS?|DAYS?|WEEKS?|MONTHS?|YEARS?|BYTES|KB|MB|PX|SIGNS|CHARACTERS|LENGTH|ROWS|LINES|PERCENT|FACTOR)(?:_|$)/

/** Words of a constant that holds a time. */
const DURATION =
  /(?:^|_)(?:TIMEOUT|PAUSE|LEASE|SWEEP|POLL|RETRY|REST|DELAY|DEADLINE|LIFETIME|LIFE|LASTS|IDLE|FAREWELL|BREATH|PATIENCE|GRACE|DEBOUNCE|WAIT|KEPT_FOR|LOOK|TOLERANCE|AGE|SPREAD|TYPING|HOLDS|RENEWED|MEMORY|RECENT|JUST|PACE|RUN|LEAVING|EVERY|AFTER)(?:_|$)/

/** Numbers that occur only in times and in sizes. */
const TIME_OR_SIZE = new Set([1024, 60_000, 3_600_000, 86_400, 86_400_000, 1_048_576])

/** Module constants in capitals that hold a duration or a size, and whose names lack the unit. */
export function findConstantsWithoutUnit(
  program: ESTree.Program,
  lineAt: (offset: number) => number,
): readonly NamelessUnit[] {
  const found: NamelessUnit[] = []
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init, start } of declaration.declarations) {
      if (id.type !== 'Identifier' || !/^[A-Z][A-Z0-9_]*$/.test(id.name) || UNIT.test(id.name)) continue
      const numbers = init ? numbersOf(init) : undefined
      if (!numbers) continue
      const isTimeOrSize =
        DURATION.test(id.name) || numbers.some((part) => TIME_OR_SIZE.has(Number(part)) || isUnit(part))
      if (isTimeOrSize) found.push({ name: id.name, line: lineAt(start) })
    }
  }
  return found
}

const isUnit = (part: number | string) =>
  typeof part === 'string' && /(?:^|_)(?:MS|SECONDS?|MINUTE|HOUR|DAY|WEEK|BYTES)$/.test(part)

/** The numbers and constants of a computation, or nothing where the value is something else. */
function numbersOf(node: ESTree.Expression): readonly (number | string)[] | undefined {
  if (node.type === 'Literal') return typeof node.value === 'number' ? [node.value] : undefined
  if (node.type === 'Identifier') return /^[A-Z][A-Z0-9_]*$/.test(node.name) ? [node.name] : undefined
  if (node.type === 'ParenthesizedExpression') return numbersOf(node.expression)
  if (node.type !== 'BinaryExpression' || node.left.type === 'PrivateIdentifier') return undefined
  const left = numbersOf(node.left)
  const right = numbersOf(node.right)
  return left && right ? [...left, ...right] : undefined
}
