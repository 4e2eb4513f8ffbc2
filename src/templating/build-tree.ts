import { writeReason } from '#contract/reasons'
import type { HelperRow } from './helper-row.ts'
import { findHelper } from './helper-table.ts'
import { readMoment } from './read-moment.ts'
import { TemplateProblem } from './template-tree.ts'
import type { Block, Expression, PathExpression, TemplateNode } from './template-tree.ts'

type ParsedNode =
  | hbs.AST.MustacheStatement
  | hbs.AST.BlockStatement
  | hbs.AST.ContentStatement
  | hbs.AST.SubExpression
  | hbs.AST.PathExpression
  | hbs.AST.StringLiteral
  | hbs.AST.NumberLiteral
  | hbs.AST.BooleanLiteral
  | hbs.AST.UndefinedLiteral
  | hbs.AST.NullLiteral

interface Call {
  readonly path: hbs.AST.Node
  readonly params: readonly hbs.AST.Expression[]
  readonly hash?: hbs.AST.Hash
}

/** The parser tags its nodes by `type`. Types not listed here are rejected by the default branches below. */
const parsed = (node: hbs.AST.Node): ParsedNode => node as ParsedNode

/** Converts the Handlebars syntax tree into a closed tree of our own. Unsupported syntax throws TemplateProblem. */
export const buildTree = (program: hbs.AST.Program): TemplateNode[] =>
  program.body.flatMap((statement) => buildNode(statement) ?? [])

function buildNode(statement: hbs.AST.Statement): TemplateNode | null {
  if (statement.type === 'CommentStatement') return null
  const node = parsed(statement)
  if (node.type === 'ContentStatement') return { kind: 'text', text: node.value }
  if (node.type === 'MustacheStatement') return { kind: 'print', value: buildCall(node), raw: !node.escaped }
  if (node.type === 'BlockStatement') return buildBlock(node)
  throw new TemplateProblem(writeReason('NO_PARTIALS'))
}

function buildBlock(node: hbs.AST.BlockStatement): Block {
  // The parser omits an absent branch of a block.
  const body: hbs.AST.Program | undefined = node.program
  const otherwise: hbs.AST.Program | undefined = node.inverse
  return {
    kind: 'block',
    ...buildSubject(node),
    names: body?.blockParams ?? [],
    body: body ? buildTree(body) : [],
    otherwise: otherwise ? buildTree(otherwise) : [],
  }
}

function buildSubject(node: hbs.AST.BlockStatement): Pick<Block, 'form' | 'subject' | 'negated'> {
  const name = nameOf(node.path)
  if (name === 'each' || name === 'with' || name === 'if' || name === 'unless') {
    rejectNamedArguments(node)
    const [subject] = node.params
    if (!subject || node.params.length > 1) throw new TemplateProblem(writeReason('ONE_VALUE', { name }))
    const form = name === 'each' || name === 'with' ? name : 'choose'
    return { form, subject: buildExpression(subject), negated: name === 'unless' }
  }
  const subject = buildCall(node)
  return { form: subject.kind === 'path' ? 'section' : 'choose', subject, negated: false }
}

/** A name without arguments is a variable, unless a helper of that name takes none. */
function buildCall(node: Call): Expression {
  rejectNamedArguments(node)
  const name = nameOf(node.path)
  const row = findHelper(name)
  if (node.params.length === 0 && (!row || row.least > 0)) return buildPath(node.path)
  if (!row) throw new TemplateProblem(writeReason('NO_HELPER', { name }))
  requireArgumentCount(name, row, node.params.length)
  const args = node.params.map((param) => buildExpression(param))
  if (name === 'date' || name === 'moment') requireReadableMoment(args)
  return { kind: 'call', helper: name, args }
}

function requireArgumentCount(name: string, row: HelperRow, count: number): void {
  if (count >= row.least && count <= row.most) return
  const expected = row.least === row.most ? String(row.least) : `${row.least} to ${row.most}`
  throw new TemplateProblem(writeReason('HELPER_VALUES', { name, expected, count }))
}

function requireReadableMoment(args: readonly Expression[]): void {
  const [moment] = args
  if (args.length < 2 || moment?.kind !== 'literal' || readMoment(moment.value, 0)) return
  throw new TemplateProblem(writeReason('NO_MOMENT', { text: String(moment.value) }))
}

function rejectNamedArguments(node: Call): void {
  if (node.hash) throw new TemplateProblem(writeReason('NO_NAMED_VALUES'))
}

function buildExpression(expression: hbs.AST.Expression): Expression {
  const node = parsed(expression)
  switch (node.type) {
    case 'PathExpression':
      return buildPath(node)
    case 'SubExpression':
      return buildCall(node)
    case 'StringLiteral':
    case 'NumberLiteral':
    case 'BooleanLiteral':
      return { kind: 'literal', value: node.value }
    case 'NullLiteral':
    case 'UndefinedLiteral':
      return { kind: 'literal', value: undefined }
    default:
      throw new TemplateProblem(writeReason('NO_SUCH_EXPRESSION'))
  }
}

function buildPath(path: hbs.AST.Node): PathExpression {
  const node = parsed(path)
  if (node.type === 'PathExpression') {
    const scoped = node.original.startsWith('./') || /^this\b/.test(node.original)
    return { kind: 'path', up: node.depth, data: node.data, scoped, parts: node.parts.map(String) }
  }
  return { kind: 'path', up: 0, data: false, scoped: false, parts: [nameOf(path)] }
}

/** `{{"X"}}` and `{{12}}` name a variable, as `{{X}}` does. Paths with several parts are never helpers. */
function nameOf(path: hbs.AST.Node): string {
  const node = parsed(path)
  if (node.type === 'PathExpression') return node.data || node.depth > 0 ? '' : node.original
  if (node.type === 'StringLiteral' || node.type === 'NumberLiteral' || node.type === 'BooleanLiteral')
    return String(node.original)
  return ''
}
