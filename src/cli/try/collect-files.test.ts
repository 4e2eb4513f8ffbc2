import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chooseType } from './choose-type.ts'
import { collectFiles } from './collect-files.ts'

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
