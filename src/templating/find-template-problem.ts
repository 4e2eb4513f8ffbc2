import { readTemplate } from './read-template.ts'
import type { Expression, TemplateNode } from './template-tree.ts'

/** Returns a message about a mistake in a template, or null. Nothing is rendered, so unknown names are accepted. */
export function findTemplateProblem(template: string): string | null {
  if (!template.includes('{{')) return null
  return readTemplate(template).problem ?? null
}

/** The names of the variables in a template, each once, sorted. Empty for an invalid template. */
export function templateVariables(template: string): string[] {
  if (!template.includes('{{')) return []
  const names = new Set<string>()
  for (const node of readTemplate(template).nodes ?? []) collectFromNode(node, names, [])
  return [...names].toSorted()
}

function collectFromNode(node: TemplateNode, names: Set<string>, known: readonly string[]): void {
  if (node.kind === 'text') return
  if (node.kind === 'print') return collectFromExpression(node.value, names, known)
  collectFromExpression(node.subject, names, known)
  for (const inner of node.body) collectFromNode(inner, names, [...known, ...node.names])
  for (const inner of node.otherwise) collectFromNode(inner, names, known)
}

function collectFromExpression(expression: Expression, names: Set<string>, known: readonly string[]): void {
  if (expression.kind === 'call') for (const value of expression.args) collectFromExpression(value, names, known)
  if (expression.kind !== 'path' || expression.data) return
  const [name] = expression.parts
  if (name !== undefined && !known.includes(name)) names.add(name)
}
