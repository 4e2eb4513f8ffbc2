import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { autokuma } from './index.ts'

it('imports labels with snippets and defaults, static monitors and resources of Kubernetes, and says what it cannot', async () => {
  const names = ['compose.yaml', 'ping.toml', 'several.json', 'entity.yaml']
  const imported = await importOf(autokuma, importFiles(...names.map((name) => `autokuma/${name}`)))
  expect(await goldenProblems(imported, 'autokuma/everything')).toEqual([])
  expect(JSON.stringify([imported.resources, imported.report])).not.toContain('geheim')
})

const laughs = Array.from(
  { length: 12 },
  (_none, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`,
)

it.each([
  ['services: {', 'a.yaml', 'not valid YAML'],
  ['services: {}', 'a.yaml', 'No file has labels'],
  ['type = "http', 'a.toml', 'not valid TOML'],
  [`a = ${'['.repeat(5000)}`, 'a.toml', 'not valid TOML'],
  [['a0: &a0 x', ...laughs].join('\n'), 'a.yaml', 'aliases repeat too much'],
  [`[${'{"type":"ping"},'.repeat(99_999)}{"type":"ping"}]`, 'a.json', 'at most 10000 monitors'],
])('rejects what is broken, foreign or far too much (%#)', async (text, path, message) => {
  const failed = importOf(autokuma, [textFile(text, path)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
