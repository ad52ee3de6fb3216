import { type ESTree, Visitor } from 'vite'

/**
 * Lines with a text that changes, or comes and goes, beside others in one element: a browser that translates the page replaces the text
 * by elements of its own, and React then writes to what is no longer in the page. Alone in an element it is replaced whole.
 */
export function findBareTexts(program: ESTree.Program, lineAt: (offset: number) => number): number[] {
  const elements = namesOfElements(program)
  const found: number[] = []
  const components: { start: number; end: number }[] = []
  const look = ({ children }: ESTree.JSXElement | ESTree.JSXFragment) => {
    const shown = children.filter((child) => !isNothing(child))
    if (shown.length < 2) return
    for (const child of shown)
      if (
        child.type === 'JSXExpressionContainer' &&
        !isFixedText(child.expression) &&
        !isElements(child.expression, elements)
      )
        found.push(lineAt(child.start))
  }
  new Visitor({
    JSXElement: look,
    JSXFragment: look,
    // A component that returns a text is bare wherever it is used.
    ReturnStatement({ argument, start }) {
      if (argument?.type === 'TemplateLiteral' && components.some((part) => part.start < start && start < part.end))
        found.push(lineAt(start))
    },
    FunctionDeclaration: ({ id, body }) => void (/^[A-Z]/.test(id?.name ?? '') && body && components.push(body)),
  }).visit(program)
  return found
}

const isNothing = (child: ESTree.JSXChild): boolean =>
  (child.type === 'JSXText' && child.value.trim() === '') ||
  (child.type === 'JSXExpressionContainer' && ['JSXEmptyExpression', 'Literal'].includes(child.expression.type))

/** `texts.intro`: a sentence that is always there, and always the same. */
function isFixedText(node: ESTree.Node): boolean {
  if (node.type === 'Identifier') return /texts$/i.test(node.name)
  return node.type === 'MemberExpression' && !node.computed && isFixedText(node.object)
}

/** Made in the file, or handed to it. Whether a text is among what is handed on is for the place that made it. */
function namesOfElements(program: ESTree.Program): ReadonlySet<string> {
  const names = new Set(['children', 'dialog', 'notices', 'field', 'nameFields', 'fieldOf'])
  new Visitor({
    VariableDeclarator({ id, init }) {
      const kept = init?.type === 'CallExpression' ? init.arguments[0] : init
      const made = kept?.type === 'ArrowFunctionExpression' ? kept.body : kept
      if (id.type === 'Identifier' && made && isElements(made, names)) names.add(id.name)
    },
    TSPropertySignature({ key, typeAnnotation }) {
      const type = typeAnnotation && asElements(typeAnnotation.typeAnnotation)
      if (key.type === 'Identifier' && type) names.add(key.name)
    },
    Identifier({ name, typeAnnotation }) {
      if (typeAnnotation && asElements(typeAnnotation.typeAnnotation)) names.add(name)
    },
  }).visit(program)
  return names
}

/** `ReactNode`, or a function that gives one. */
function asElements(type: ESTree.TSType): boolean {
  if (type.type === 'TSFunctionType') return type.returnType !== null && asElements(type.returnType.typeAnnotation)
  if (type.type === 'TSParenthesizedType') return asElements(type.typeAnnotation)
  return (
    type.type === 'TSTypeReference' &&
    type.typeName.type === 'Identifier' &&
    /^React(Node|Element)$/.test(type.typeName.name)
  )
}

/** Calls that give elements. */
const MAKES_ELEMENTS = /^(map|flatMap|createPortal)$/

function isElements(node: ESTree.Node, names: ReadonlySet<string>): boolean {
  const areElements = (part: ESTree.Node) => isElements(part, names)
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return true
  if (node.type === 'Literal') return typeof node.value !== 'string'
  if (node.type === 'Identifier') return names.has(node.name) || MAKES_ELEMENTS.test(node.name)
  if (node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression') return areElements(node.expression)
  if (node.type === 'ConditionalExpression') return areElements(node.consequent) && areElements(node.alternate)
  if (node.type === 'LogicalExpression') return areElements(node.right)
  if (node.type === 'CallExpression') return areElements(node.callee)
  if (node.type !== 'MemberExpression') return false
  if (node.computed || node.property.type !== 'Identifier') return areElements(node.object)
  return names.has(node.property.name) || MAKES_ELEMENTS.test(node.property.name)
}
