import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { blackbox } from './index.ts'
import { relabelled } from './relabel.ts'

const files = ['blackbox.yml', 'prometheus.yml', 'targets/all.json', 'rules/probes.yml'].map(
  (name) => `blackbox/${name}`,
)

it('imports a directory of Prometheus with modules, files of targets and rules', async () => {
  expect(await goldenProblems(await importOf(blackbox, importFiles(...files)), 'blackbox/prometheus')).toEqual([])
})

it('imports Probe resources and every setting of modules, and nothing vanishes or breaks out', async () => {
  const imported = await importOf(blackbox, importFiles('blackbox/everything.yaml'))
  expect(await goldenProblems(imported, 'blackbox/everything')).toEqual([])
  expect(JSON.stringify(imported.resources)).not.toMatch(/geheim/)
})

it('follows the rules of a job as Prometheus does', () => {
  const labels = new Map([
    ['__address__', 'a:80'],
    ['job', 'x'],
    ['__meta_zone', 'b'],
  ])
  const after = (...rules: readonly object[]) => Object.fromEntries(relabelled(labels, rules) ?? [])
  expect(after({ action: 'labelmap', regex: '__meta_(.+)' })).toMatchObject({ zone: 'b' })
  expect(after({ source_labels: ['job', '__address__'], separator: '/', target_label: 'y' })).toMatchObject({
    y: 'x/a:80',
  })
  expect(after({ sourceLabels: ['job'], targetLabel: 'job', regex: 'x', replacement: '' })).not.toHaveProperty('job')
  expect(after({ action: 'labeldrop', regex: '__.*' })).toEqual({ job: 'x' })
  expect(after({ source_labels: ['job'], target_label: 'job', action: 'uppercase' })).toMatchObject({ job: 'X' })
  expect(relabelled(labels, [{ source_labels: ['job'], regex: 'x', action: 'drop' }])).toBeNull()
  expect(relabelled(labels, [{ source_labels: ['job'], regex: 'y', action: 'keep' }])).toBeNull()
  expect(relabelled(labels, [{ source_labels: ['job'], regex: '(x|x)*y', action: 'drop' }])).toBe(labels)
})

it.each([
  ['modules: [', 'is not valid YAML'],
  ['a: 1', 'No file has modules'],
  ['scrape_configs: [{ job_name: node, static_configs: [{ targets: [a] }] }]', 'No scrape job has the path /probe'],
  [
    JSON.stringify({
      scrape_configs: [
        {
          metrics_path: '/probe',
          static_configs: [{ targets: Array.from({ length: 100_000 }, (_none, index) => `http://${index}`) }],
        },
      ],
    }),
    'at most 5000 targets',
  ],
])('rejects what is broken, foreign or far too much (%#)', async (text, message) => {
  const failed = importOf(blackbox, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
