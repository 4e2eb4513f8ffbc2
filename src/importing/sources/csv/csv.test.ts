import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { csv } from './index.ts'

it('imports a table as people have it, with every column in the report', async () => {
  expect(await goldenProblems(await importOf(csv, importFiles('csv/monitors.csv')), 'csv/monitors')).toEqual([])
})

it('needs nothing but addresses', async () => {
  const { resources } = await importOf(csv, importFiles('csv/plain.csv'))
  expect(resources.map(({ value }) => value['name'])).toEqual(['only.example'])
})

it('reads quotes, line breaks and separators, and says where the column of addresses is missing', async () => {
  const text = 'url,name\n"https://a.example/?x=1,2","A ""quoted"",\nname"\r\nhttps://b.example,B'
  const { resources } = await importOf(csv, [textFile(text, 'a.csv')])
  expect(resources.map(({ item, value }) => [item, value['name']])).toEqual([
    ['a.csv:2', 'A "quoted",\nname'],
    ['a.csv:4', 'B'],
  ])
  await expect(importOf(csv, [textFile('a,b\n1,2')])).rejects.toBeInstanceOf(SourceProblem)
  await expect(importOf(csv, [textFile(`url\n${'https://a.example\n'.repeat(100_000)}`)])).rejects.toThrow(
    'at most 5000 rows',
  )
})
