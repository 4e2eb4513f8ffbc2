import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveFiles } from './save-files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'belfry-saved-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const file = (name: string, contentBase64: string | null = 'eA==') =>
  ({ name, kind: 'screenshot', contentType: 'image/png', sizeBytes: 1, contentBase64 }) as const

it('writes every file into the directory, whatever its name, and no file over another', async () => {
  const directory = join(root, 'results')
  const names = ['a.png', 'a.png', '../../escape.png', '/etc/passwd', '..', '.hidden', 'ü ä.png']
  const { paths } = await saveFiles(
    directory,
    names.map((name) => file(name)),
  )
  expect(readdirSync(root)).toEqual(['results'])
  expect(new Set(paths).size).toBe(names.length)
  expect(readdirSync(directory)).toHaveLength(names.length)
  for (const path of paths) expect(readFileSync(path, 'utf8')).toBe('x')
})

it('names what is too large, and makes no directory for nothing', async () => {
  const directory = join(root, 'results')
  expect(await saveFiles(directory, [file('trace.zip', null)])).toMatchObject({
    paths: [],
    tooLarge: [{ name: 'trace.zip' }],
  })
  expect(existsSync(directory)).toBe(false)
})
