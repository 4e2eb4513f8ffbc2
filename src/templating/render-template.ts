import { writeReason } from '#contract/reasons'
import { encoders } from './encode.ts'
import type { Encoding } from './encode.ts'
import { isTrue, textOf } from './helper-row.ts'
import type { TemplateContext } from './helper-row.ts'
import { findHelper } from './helper-table.ts'
import { readTemplate } from './read-template.ts'
import { TemplateProblem } from './template-tree.ts'
import type { Block, Expression, PathExpression, TemplateNode, TemplateValue } from './template-tree.ts'

export type TemplateVariables = Readonly<Record<string, TemplateValue>>
export type Rendered =
  | { readonly text: string; readonly problem?: never }
  | { readonly problem: string; readonly text?: never }

export interface RenderSettings extends TemplateContext {
  /**
   * How `{{NAME}}` is encoded; `{{{NAME}}}` is always raw. A function is called with the name, empty for other
   * expressions.
   */
  readonly encode: Encoding | ((name: string) => Encoding)
}

interface Scope {
  readonly context: TemplateValue
  readonly names: TemplateVariables
  readonly data: TemplateVariables
  readonly outer: Scope | null
}

interface Rendering {
  readonly settings: RenderSettings
  readonly output: string[]
  length: number
  work: number
}

const maxTextLength = 1_048_576
/** Every visited node and every character a helper reads or writes costs; nested loops run out. */
const maxWork = 10_000_000
const nodeCost = 50

/**
 * Renders a template. Undefined names become empty strings. A string without `{{` is returned as it is. The result is
 * at most 1 MB; a template that is invalid, loops too much or renders too long returns a problem instead.
 */
export function renderTemplate(template: string, variables: TemplateVariables, settings: RenderSettings): Rendered {
  if (!template.includes('{{')) return { text: template }
  const read = readTemplate(template)
  if (read.problem !== undefined) return { problem: read.problem }
  const rendering: Rendering = { settings, output: [], length: 0, work: 0 }
  try {
    renderNodes(read.nodes, { context: undefined, names: variables, data: {}, outer: null }, rendering)
    return { text: rendering.output.join('') }
  } catch (error) {
    if (error instanceof TemplateProblem) return { problem: error.message }
    throw error
  }
}

function renderNodes(nodes: readonly TemplateNode[], scope: Scope, rendering: Rendering): void {
  for (const node of nodes) {
    spend(rendering, nodeCost)
    if (node.kind === 'text') write(rendering, node.text)
    else if (node.kind === 'print') renderPrint(node, scope, rendering)
    else renderBlock(node, scope, rendering)
  }
}

function renderPrint(node: TemplateNode & { kind: 'print' }, scope: Scope, rendering: Rendering): void {
  const text = textOf(valueOf(node.value, scope, rendering))
  if (node.raw) return write(rendering, text)
  const { encode } = rendering.settings
  const name = node.value.kind === 'path' && !node.value.data ? (node.value.parts[0] ?? '') : ''
  write(rendering, encoders[typeof encode === 'function' ? encode(name) : encode](text))
}

function renderBlock(block: Block, scope: Scope, rendering: Rendering): void {
  const value = valueOf(block.subject, scope, rendering)
  if (isTrue(value) === block.negated) return renderNodes(block.otherwise, scope, rendering)
  if (block.form === 'each' || (block.form === 'section' && Array.isArray(value))) {
    return renderEach(block, value, scope, rendering)
  }
  if (block.form !== 'with') return renderNodes(block.body, scope, rendering)
  renderNodes(block.body, innerScope(block, [value], scope.data, scope), rendering)
}

function renderEach(block: Block, value: TemplateValue, scope: Scope, rendering: Rendering): void {
  if (!Array.isArray(value)) return renderNodes(block.otherwise, scope, rendering)
  const items: readonly TemplateValue[] = value
  for (const [index, item] of items.entries()) {
    spend(rendering, nodeCost)
    const data = { index, key: index, first: index === 0, last: index === items.length - 1 }
    renderNodes(block.body, innerScope(block, [item, index], data, scope), rendering)
  }
}

function innerScope(block: Block, values: readonly TemplateValue[], data: TemplateVariables, outer: Scope): Scope {
  const names = Object.fromEntries(block.names.map((name, index) => [name, values[index]]))
  return { context: values[0], names, data, outer }
}

function valueOf(expression: Expression, scope: Scope, rendering: Rendering): TemplateValue {
  if (expression.kind === 'literal') return expression.value
  if (expression.kind === 'path') return lookUp(expression, scope)
  const args = expression.args.map((value) => valueOf(value, scope, rendering))
  spend(rendering, nodeCost + args.reduce<number>((sum, value) => sum + sizeOf(value), 0))
  const result = findHelper(expression.helper)?.call(args, rendering.settings)
  spend(rendering, sizeOf(result))
  return result
}

function lookUp(path: PathExpression, from: Scope): TemplateValue {
  let scope: Scope | null = from
  for (let up = path.up; up > 0 && scope; up -= 1) scope = scope.outer
  if (!scope) return undefined
  const [name, ...rest] = path.parts
  if (path.data) return name === 'root' ? memberAt(outermost(scope), rest) : ownValue(scope.data, name ?? '')
  if (name === undefined) return scope.context
  return memberAt(path.scoped ? scope : nearestWith(name, scope), path.parts)
}

/** Follows a path of names from a scope. Members are those of lists; nothing else has any. */
function memberAt(scope: Scope, [name = '', ...rest]: readonly string[]): TemplateValue {
  return rest.reduce<TemplateValue>(memberOf, memberOfScope(scope, name))
}

function outermost(scope: Scope): Scope {
  return scope.outer ? outermost(scope.outer) : scope
}

function nearestWith(name: string, scope: Scope): Scope {
  return scope.outer && memberOfScope(scope, name) === undefined ? nearestWith(name, scope.outer) : scope
}

const ownValue = (names: TemplateVariables, name: string): TemplateValue =>
  Object.hasOwn(names, name) ? names[name] : undefined

const memberOfScope = (scope: Scope, name: string): TemplateValue =>
  ownValue(scope.names, name) ?? memberOf(scope.context, name)

/** Lists have numbered members and a length. Nothing else has members. */
function memberOf(value: TemplateValue, name: string): TemplateValue {
  if (!Array.isArray(value)) return undefined
  if (name === 'length') return value.length
  const items: readonly TemplateValue[] = value
  return /^\d{1,9}$/.test(name) ? items[Number(name)] : undefined
}

const sizeOf = (value: TemplateValue): number => {
  if (typeof value === 'string') return value.length
  return Array.isArray(value) ? value.reduce<number>((sum, item) => sum + sizeOf(item) + 1, 0) : 1
}

function write(rendering: Rendering, text: string): void {
  rendering.length += text.length
  if (rendering.length > maxTextLength) throw new TemplateProblem(writeReason('TEMPLATE_TOO_LONG'))
  rendering.output.push(text)
}

function spend(rendering: Rendering, cost: number): void {
  rendering.work += cost
  if (rendering.work > maxWork) throw new TemplateProblem(writeReason('TEMPLATE_LOOPS'))
}
