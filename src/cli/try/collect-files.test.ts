import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chooseType } from './choose-type.ts'
import { collectFiles } from '#resource-files'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'belfry-collect-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
}
const collect = (name: string) => collectFiles(join(root, name))

it('finds what is imported by a relative path in every way, and what that imports, without executing it', async () => {
  write({
    'checks/shop.spec.ts': `
      import { test } from '@playwright/test'
      import { buy, type Item } from '../pages/shop'
      import data from "./data.json" with { type: 'json' }
      import './setup.js'
      export * from './directory'
      const late = () => import('./late.mjs')
      const old = require('./old.cjs')
      throw new Error('executed')`,
    'checks/data.json': '{}',
    'checks/setup.ts': 'export {}',
    'checks/directory/index.ts': 'export const x = 1',
    'checks/late.mjs': 'export {}',
    'checks/old.cjs': 'module.exports = 1',
    'checks/unused.ts': 'export {}',
    'pages/shop.ts': `import { base } from './base'; export const buy = base`,
    'pages/base.ts': `import '../checks/shop.spec'; export const base = 1`,
  })
  const project = await collect('checks/shop.spec.ts')
  expect(project).toMatchObject({ scriptPath: 'checks/shop.spec.ts', missing: [] })
  expect(project.dependencies.map(({ path }) => path).toSorted()).toEqual([
    'checks/data.json',
    'checks/directory/index.ts',
    'checks/late.mjs',
    'checks/old.cjs',
    'checks/setup.ts',
    'pages/base.ts',
    'pages/shop.ts',
  ])
})

it.each([
  [
    'in TypeScript that only a parser understands',
    'a.ts',
    `enum Kind { A }\nexport const x = <T,>(y: T) => y satisfies T\nimport './found'`,
  ],
  ['in JSX', 'a.tsx', `const x = <b title="from './no'">it's import './no'</b>; import './found'`],
  ['by a dynamic import of a template', 'a.ts', 'await import(`./found`)'],
  ['by require in CommonJS', 'a.cjs', `if (x) return\nconst { y } = require("./found").z`],
  ['by import = require', 'a.ts', `import found = require('./found')`],
  ['by a re-export of one name', 'a.ts', `export { a as b } from './found'`],
  ['with a decorator', 'a.ts', `import { d } from './found'\n@d class X { @d() y = 1 }`],
])('finds an import %s', async (_what, name, text) => {
  write({
    'a.spec.ts': `import './${name.replace(/\.ts$/, '')}'`,
    [name]: text,
    'found.ts': 'export {}',
    'no.ts': 'export {}',
  })
  const { dependencies, missing } = await collect('a.spec.ts')
  expect({ missing, paths: dependencies.map(({ path }) => path).toSorted() }).toEqual({
    missing: [],
    paths: [name, 'found.ts'],
  })
})

it.each([
  ['a comment', `// import './no'\n/* export * from './no'\n require('./no') */`],
  ['a string', `const s = "import './no'"; const t = 'require("./no")'`],
  ['a template', 'const s = `import "./no"; require("./no")`'],
  ['a regular expression', `const r = /import '\\.\\/no'|from '.\\/no'/`],
  ['a name that is computed', 'const n = "no"; import(`./${n}`); require("./" + n)'],
  ['an import of types alone', `import type { T } from './no'; export type { T } from './no'; let x: import('./no').T`],
  ['a method of that name', `loader.require('./no')`],
])('%s is no import', async (_what, text) => {
  write({ 'a.spec.ts': `${text}\nexport {}`, 'no.ts': 'export {}' })
  expect(await collect('a.spec.ts')).toMatchObject({ dependencies: [], missing: [] })
})

it('sends a file with a syntax error for the run to report, and does not read data as a program', async () => {
  write({
    'a.spec.ts': `import './b'; import './c.json'`,
    'b.ts': `import './no' from from`,
    'c.json': `"import './no'"`,
  })
  const { dependencies, missing } = await collect('a.spec.ts')
  expect({ missing, paths: dependencies.map(({ path }) => path).toSorted() }).toEqual({
    missing: [],
    paths: ['b.ts', 'c.json'],
  })
})

it('names imports that do not exist, and goes on', async () => {
  write({ 'a.spec.ts': `import './none'` })
  expect(await collect('a.spec.ts')).toMatchObject({
    scriptPath: 'a.spec.ts',
    dependencies: [],
    missing: [expect.stringContaining('./none')],
  })
})

it('rejects a file that is absent or empty with a sentence', async () => {
  write({ 'empty.spec.ts': ' \n' })
  await expect(collect('none.spec.ts')).rejects.toThrow('cannot be read')
  await expect(collect('empty.spec.ts')).rejects.toThrow('is empty')
})

it.each([
  [`test('a', async ({ page }) => {})`, 'BROWSER', 'it uses page'],
  [`test('a', async ({ request, context }) => {})`, 'BROWSER', 'it uses context'],
  [`test('a', async ({ request }) => { const page = 1 })`, 'MULTI_STEP', 'it uses no browser'],
])('decides by the fixtures that a file uses: %s', async (script, type, reason) => {
  write({ 'a.spec.ts': script })
  expect(chooseType(await collect('a.spec.ts'), null)).toEqual({ type, reason })
})

it('decides by the files that are imported too, and by what is requested before all', async () => {
  write({
    'a.spec.ts': `import { it } from './fixtures'`,
    'fixtures.ts': 'test.extend({ x: ({ page }, use) => use(page) })',
  })
  const project = await collect('a.spec.ts')
  expect(chooseType(project, null).type).toBe('BROWSER')
  expect(chooseType(project, 'MULTI_STEP').type).toBe('MULTI_STEP')
})
