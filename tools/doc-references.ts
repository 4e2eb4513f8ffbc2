import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

interface Reference {
  readonly path: string
  readonly isLink: boolean
}

const folders = ['src', 'docs', 'tests', 'tools', 'bin', 'benches', '.ci']

/** Lists the paths that the documents of a tree name and that are not there, as `document: path`. */
export function missingReferences(root: string): string[] {
  return documents(root).flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8').replace(/```[\s\S]*?```/g, '')
    return references(text)
      .filter((reference) => !isThere(root, document, reference))
      .map(({ path }) => `${document}: ${path}`)
  })
}

function documents(root: string): string[] {
  const below = ['docs', 'src', 'tests', 'tools']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
  return [...readdirSync(root), ...below].filter((name) => name.endsWith('.md'))
}

/** Paths in `code` that start with a folder of the repository, and targets of relative links. */
function references(text: string): Reference[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path).filter(isRepositoryPath)
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter(isRelative)
  return [...quoted.map((path) => ({ path, isLink: false })), ...links.map((path) => ({ path, isLink: true }))]
}

function isRepositoryPath(path: string): boolean {
  const [first = '', ...others] = path.split('/')
  return folders.includes(first) && others.length > 0 && !/[<>*{}$…]/.test(path)
}

function isRelative(target: string): boolean {
  return !/^[a-z]+:|^#/.test(target)
}

function isThere(root: string, document: string, { path, isLink }: Reference): boolean {
  const bare = path.replace(/[#:].*$/, '')
  return existsSync(isLink ? resolve(root, dirname(document), bare) : join(root, bare))
}

if (import.meta.main) {
  const missing = missingReferences(dirname(import.meta.dirname))
  for (const line of missing) process.stdout.write(`${line} does not exist\n`)
  process.exitCode = missing.length > 0 ? 1 : 0
}
