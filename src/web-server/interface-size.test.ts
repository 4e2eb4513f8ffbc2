import { gzipSync } from 'node:zlib'
import { tmpdir } from 'node:os'
import { beforeAll, expect, it } from 'vitest'
import { buildInterface } from './build-interface.ts'
import { readInterface } from './interface-files.ts'
import type { InterfaceFile, InterfaceFiles } from './interface-files.ts'

let files: InterfaceFiles
beforeAll(async () => {
  files = await readInterface(await buildInterface(tmpdir()))
})

const kilobytesOf = ({ bytes, brotli }: InterfaceFile): number => (brotli ?? gzipSync(bytes)).length / 1_000

/** The files that a browser loads for these: they and their imports. */
function withImports(names: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const add = (name: string): void => {
    const file = files.assets.get(name)
    if (file === undefined || found.has(name)) return
    found.add(name)
    const imports = file.bytes.toString().matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)
    for (const [, imported = ''] of imports) add(imported)
  }
  for (const name of names) add(name)
  return [...found]
}

const named = (start: string): string =>
  [...files.assets.keys()].find((name) => name.startsWith(start) && name.endsWith('.js')) ?? start

it('the first load of home has at most 170 kB of compressed script', () => {
  const ofPage = [...files.page.matchAll(/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name)
  const loaded = withImports([...ofPage, named('en-'), named('home-screen-')])
  expect(loaded.length).toBeGreaterThan(10)
  const sizes = loaded.map((name) => [name, kilobytesOf(files.assets.get(name) ?? neverThere)] as const)
  const largest = sizes.toSorted(([, a], [, b]) => b - a).slice(0, 8)
  expect({ kilobytes: sizes.reduce((sum, [, size]) => sum + size, 0), largest }).toMatchObject({
    kilobytes: expect.toSatisfy((kilobytes: number) => kilobytes > 50 && kilobytes <= 170, 'at most 170 kB'),
  })
})

const neverThere: InterfaceFile = { type: '', bytes: Buffer.alloc(1_000_000), brotli: null }
const sizeOf = (name: string): number => kilobytesOf(files.assets.get(name) ?? neverThere)
const stylesOfPage = (): readonly string[] =>
  [...files.page.matchAll(/assets\/([^"]+\.css)"/g)].map(([, name = '']) => name)

it.each([
  ['.js', 120],
  ['.css', 3],
])('each %s file that a screen loads has at most %i kB compressed', (ending, limit) => {
  const ofPage = stylesOfPage()
  const ofType = [...files.assets.keys()].filter((name) => name.endsWith(ending) && !ofPage.includes(name))
  expect(ofType.length).toBeGreaterThan(5)
  expect(ofType.filter((name) => sizeOf(name) > limit)).toEqual([])
})

it('each screen has at most 40 kB compressed of script', () => {
  const ofScreens = [...files.assets.keys()].filter((name) => /-screen-[^.]+\.js$/.test(name))
  expect(ofScreens.length).toBeGreaterThan(40)
  expect(ofScreens.filter((name) => sizeOf(name) > 40)).toEqual([])
})

it('the page begins with one file of styles, before those of every screen, of at most 12 kB compressed', () => {
  const [shared = '', ...others] = stylesOfPage()
  expect(others).toEqual([])
  expect(sizeOf(shared)).toBeLessThanOrEqual(12)
  const text = files.assets.get(shared)?.bytes.toString() ?? ''
  // The order of layers is that of their first rules.
  const layers = [...text.matchAll(/@layer ([\w.]+)\s*\{/g)].map(([, layer]) => layer)
  expect([...new Set(layers)]).toEqual(['components.elements', 'components.parts', 'components'])
})

it('fonts have at most 60 kB', () => {
  const fonts = [...files.assets].filter(([name]) => name.endsWith('.woff2')).map(([, { bytes }]) => bytes.length)
  expect(fonts.length).toBeGreaterThan(0)
  expect(fonts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000)
})
