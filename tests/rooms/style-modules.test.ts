import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '../../src/web')

/** What the components name of each module of styles, by the path of the module. */
async function namedClasses(): Promise<ReadonlyMap<string, { readonly names: Set<string>; isIndexed: boolean }>> {
  const found = new Map<string, { readonly names: Set<string>; isIndexed: boolean }>()
  for await (const file of glob('**/*.tsx', { cwd: web })) {
    const text = await readFile(join(web, file), 'utf8')
    for (const [, name, module = ''] of text.matchAll(/^import (\w+) from '(.+\.module\.css)'/gm)) {
      const path = join(dirname(join(web, file)), module)
      const named = found.get(path) ?? { names: new Set(), isIndexed: false }
      found.set(path, named)
      for (const [, used = ''] of text.matchAll(new RegExp(`(?<![\\w/.])${name}\\.(\\w+)`, 'g'))) named.names.add(used)
      if (new RegExp(`\\b${name}\\[`).test(text)) named.isIndexed = true
    }
  }
  return found
}

/** The classes of a module, without those of others that it refers to. */
async function classesOf(path: string): Promise<ReadonlySet<string>> {
  const text = (await readFile(path, 'utf8')).replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)|@layer [\w.]+/g, '')
  const selectors = text.matchAll(/([^{};]+)\{/g)
  return new Set(
    [...selectors].flatMap(([, one = '']) => [...one.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name = '']) => name)),
  )
}

it('a component names classes that its module of styles has, and each of them is named', async () => {
  const named = await namedClasses()
  expect(named.size).toBeGreaterThan(10)
  const problems: string[] = []
  for await (const file of glob('**/*.module.css', { cwd: web })) {
    const path = join(web, file)
    const { names, isIndexed } = named.get(path) ?? { names: new Set<string>(), isIndexed: false }
    const classes = await classesOf(path)
    for (const name of names) if (!classes.has(name)) problems.push(`${file} has no ${name}`)
    for (const name of classes) if (!names.has(name) && !isIndexed) problems.push(`${file} has ${name} for nothing`)
  }
  expect(problems).toEqual([])
})

/** What a pattern captures in the files of a kind, by file. */
async function captured(files: string, pattern: RegExp): Promise<readonly (readonly [string, string])[]> {
  const found: (readonly [string, string])[] = []
  for await (const file of glob(files, { cwd: web }))
    for (const [, text = ''] of (await readFile(join(web, file), 'utf8')).matchAll(pattern)) found.push([file, text])
  return found
}

it('every other class that a component names is one of the layout, or one that a module refers to', async () => {
  const referred = (await captured('**/*.css', /:global\(\.([\w-]+)/g)).map(([, name]) => name)
  const known = new Set([...(await classesOf(join(web, 'styles/layout.css'))), ...referred])
  const named = (await captured('**/*.tsx', /\bclassName="([^"]*)"/g)).flatMap(([file, text]) =>
    text.split(' ').map((name) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !known.has(name))).toEqual([])
})
