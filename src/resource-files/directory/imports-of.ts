import { parseSync, Visitor } from 'oxc-parser'
import type { Argument, Expression } from 'oxc-parser'

/**
 * The imports of a JavaScript or TypeScript file, as they are written there, in no particular order: by `import`, `export from`,
 * `import()`, `require` and `import = require`, where the name is a literal. Imports of types alone are left out, since nothing of
 * them is left when the file runs. Empty for a file with a syntax error, which the run reports.
 */
export function importsOf(path: string, content: string): readonly string[] {
  const names: string[] = []
  const add = (name: string | null): void => {
    if (name !== null) names.push(name)
  }
  new Visitor({
    ImportDeclaration: ({ importKind, source }) => add(importKind === 'type' ? null : source.value),
    ExportNamedDeclaration: ({ exportKind, source }) => add(exportKind === 'type' ? null : (source?.value ?? null)),
    ExportAllDeclaration: ({ exportKind, source }) => add(exportKind === 'type' ? null : source.value),
    ImportExpression: ({ source }) => add(textOf(source)),
    CallExpression: ({ callee, arguments: [first] }) =>
      add(callee.type === 'Identifier' && callee.name === 'require' ? textOf(first) : null),
    TSExternalModuleReference: ({ expression }) => add(expression.value),
  }).visit(parseSync(path, content).program)
  return names
}

/** The text of a literal, also of a template without expressions. */
function textOf(node: Argument | Expression | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  const isPlain = node?.type === 'TemplateLiteral' && node.expressions.length === 0
  return isPlain ? (node.quasis[0]?.value.cooked ?? null) : null
}
