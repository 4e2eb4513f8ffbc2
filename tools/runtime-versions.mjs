import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const intro = `// Written by \`npm run generate\` from the lock files in runtimes/.

export const runtimeVersions = `

/** The text of the file that says which versions the lock files of the runtimes have, latest runtime first. */
export function runtimeVersions(directory) {
  const ids = readdirSync(directory)
    .filter((id) => /^\d{4}\.\d{2}$/.test(id))
    .toSorted()
    .toReversed()
  const table = Object.fromEntries(ids.map((id) => [id, versionsIn(join(directory, id))]))
  const lines = Object.entries(table).map(([id, row]) => `  '${id}': {\n${rowsOf(row)}  },\n`)
  return `${intro}{\n${lines.join('')}} as const satisfies Record<string, Readonly<Record<string, string>>>\n`
}

function versionsIn(directory) {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8'))
  const locked = (name) => packages[`node_modules/${name}`].version
  const nodes = new Set(Object.keys(optionalDependencies).map(locked))
  if (nodes.size !== 1) throw new Error(`${directory} has different versions of Node.`)
  const [node] = nodes
  return { node, ...Object.fromEntries(Object.keys(dependencies).map((name) => [name, locked(name)])) }
}

const rowsOf = (row) =>
  Object.entries(row)
    .map(([name, version]) => `    ${keyOf(name)}: '${version}',\n`)
    .join('')

const keyOf = (name) => (/^[a-z]\w*$/i.test(name) ? name : `'${name}'`)
