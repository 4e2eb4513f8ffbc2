import { parseSync } from 'oxc-parser'
import type { Expression, ExportDefaultDeclarationKind, ObjectExpression, Program, Span } from 'oxc-parser'
import type { Path, Position } from '../mistake.ts'
import type { ParsedFile, SourceFile } from '../parsed-file.ts'

/** Whether a module has a default export. One with a mistake of the syntax is taken for one, so that it is reported. */
export function exportsDefault({ path, text }: SourceFile): boolean {
  const { program, errors } = parseSync(path, text)
  return errors.length > 0 || defaultOf(program) !== null
}

/** The value that a module exported when it ran, with places as far as they can be seen without running it. */
export function parseModule({ path, text }: SourceFile, value: unknown): ParsedFile {
  const { program } = parseSync(path, text)
  return { path, value, positionOf: (of, part) => positionIn({ program, text }, of, part) }
}

interface Module {
  readonly program: Program
  readonly text: string
}

function positionIn({ program, text }: Module, path: Path, part: 'name' | 'value' = 'value'): Position | null {
  let name: Span | null = null
  let value: Node | null = defaultOf(program)
  for (const step of path) {
    const found: Found | null = stepInto(program, value, step)
    if (found === null) return place(text, value ?? name)
    name = found.name
    value = found.value
  }
  return place(text, part === 'name' ? (name ?? value) : (value ?? name))
}

type Node = Expression | ExportDefaultDeclarationKind

function defaultOf(program: Program): ExportDefaultDeclarationKind | null {
  const found = program.body.find((statement) => statement.type === 'ExportDefaultDeclaration')
  return found?.type === 'ExportDefaultDeclaration' ? found.declaration : null
}

interface Found {
  readonly name: Span | null
  readonly value: Expression | null
}

function stepInto(program: Program, from: Node | null, step: string | number): Found | null {
  const node = from && plainOf(program, from)
  if (node?.type === 'ArrayExpression') {
    const item = node.elements[Number(step)]
    return item && item.type !== 'SpreadElement' ? { name: item, value: item } : null
  }
  return node?.type === 'ObjectExpression' ? propertyOf(node, String(step)) : null
}

function propertyOf({ properties }: ObjectExpression, name: string): Found | null {
  for (const property of properties)
    if (property.type === 'Property' && !property.computed && nameOf(property.key) === name)
      return { name: property.key, value: property.value }
  return null
}

const nameOf = (key: { readonly type: string; readonly name?: unknown; readonly value?: unknown }): string =>
  String(key.type === 'Identifier' ? key.name : key.value)

/** Without what says nothing about a value: its type, parentheses, the name of a constant. */
function plainOf(program: Program, node: Node): Node {
  if (node.type === 'TSSatisfiesExpression' || node.type === 'TSAsExpression') return plainOf(program, node.expression)
  if (node.type === 'ParenthesizedExpression') return plainOf(program, node.expression)
  return node.type === 'Identifier' ? (constantOf(program, node.name) ?? node) : node
}

function constantOf(program: Program, name: string): Expression | null {
  for (const statement of program.body)
    if (statement.type === 'VariableDeclaration' && statement.kind === 'const')
      for (const { id, init } of statement.declarations)
        if (id.type === 'Identifier' && id.name === name && init && init.type !== 'Identifier') return init
  return null
}

function place(text: string, span: Span | null): Position | null {
  if (span === null) return null
  const before = text.slice(0, span.start).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
