import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { gatus } from './index.ts'

it('imports a configuration inside a ConfigMap, with anchors and placeholders', async () => {
  const imported = await importOf(gatus, importFiles('gatus/configmap.yaml'), {
    SLACK_WEBHOOK: 'https://hooks.slack.com/services/T0/B0/x',
  })
  expect(await goldenProblems(imported, 'gatus/configmap')).toEqual([])
})

it('imports every feature, and nothing vanishes or breaks out', async () => {
  const imported = await importOf(gatus, importFiles('gatus/everything.yaml'))
  expect(await goldenProblems(imported, 'gatus/everything')).toEqual([])
  expect(JSON.stringify(imported.resources)).not.toMatch(/geheim|tk_1|session=abc/)
})

it('joins the files of a directory, and says which file sets a value again', async () => {
  const endpoint = (name: string) =>
    `endpoints: [{ name: ${name}, url: "https://${name}.example", conditions: ["[STATUS] == 200"] }]`
  const files = [
    textFile(endpoint('a'), 'a.yaml'),
    textFile(endpoint('b'), 'sub/b.yml'),
    textFile('{"endpoints": [{"name": "nix", "url": "https://nix.example"}]}', 'nix.json'),
  ]
  const { resources } = await importOf(gatus, files)
  expect(resources.map(({ logicalId }) => logicalId)).toEqual(['a', 'b', 'nix'])
  const again = [
    textFile('concurrency: 1\nendpoints: []', 'a.yaml'),
    textFile('concurrency: 2\nendpoints: []', 'b.yaml'),
  ]
  await expect(importOf(gatus, again)).rejects.toThrow('b.yaml sets concurrency, which another file sets as well')
})

it.each([
  ['endpoints: [', 'is not valid YAML'],
  ['services: {}', 'No file has endpoints'],
  [
    `a: &a [x]\n${Array.from(
      { length: 9 },
      (_none, index) =>
        `${'abcdefghi'[index + 1]}: &${'abcdefghij'[index + 1]} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[index]}`).join(', ')}]`,
    )
      .slice(0, 7)
      .join('\n')}`,
    'aliases repeat',
  ],
  [`endpoints: ${'['.repeat(20_000)}`, ''],
  [`{"endpoints": [${'{"name": "a"},'.repeat(99_999)}{"name": "a"}]}`, 'at most 5000 endpoints'],
])('rejects what is broken, foreign or far too much (%#)', async (text, message) => {
  const failed = importOf(gatus, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
