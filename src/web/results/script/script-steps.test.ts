import { expect, it } from 'vitest'
import { during, filmOf, firstStep, linesAround, pageEvents, pictureAt, spanOf, stepsOf } from './script-steps.ts'

const step = (title: string, startTime: number, more: object = {}) => ({
  title,
  category: 'test.step',
  startTime,
  duration: 100,
  error: null,
  position: { file: 'script.ts', line: 3, column: 1 },
  steps: [],
  ...more,
})
const detail = {
  tests: [
    {
      titles: ['shop'],
      steps: [
        step('Before Hooks', 0, { category: 'hook' }),
        step('open', 1_000, { steps: [step('Navigate', 1_010, { category: 'pw:api' })] }),
        step('pay', 2_000, { error: '\u001B[31mtoo late\u001B[39m' }),
      ],
    },
  ],
  pages: [
    {
      url: 'https://shop.example/',
      network: [
        { url: 'b', time: 2_050 },
        { url: 'a', time: 1_020 },
      ],
      console: [{ text: 'c', time: 1_150 }],
    },
  ],
}

it('lists the steps of a script without its hooks, each with what it did', () => {
  const steps = stepsOf(detail)
  expect(steps.map(({ title, error, line, actions }) => [title, error, line, actions.length])).toEqual([
    ['open', null, 3, 1],
    ['pay', 'too late', 3, 0],
  ])
  expect(firstStep(steps)).toBe(1)
  expect(firstStep(steps.slice(0, 1))).toBe(0)
})

it('names the test of a step when there are several, and shows a hook that failed', () => {
  const hook = step('Before Hooks', 0, { category: 'hook', error: 'no' })
  const tests = [
    { titles: ['a', 'b'], steps: [hook] },
    { titles: ['c'], steps: [] },
  ]
  expect(stepsOf({ tests }).map(({ test, title }) => [test, title])).toEqual([['a › b', 'Before Hooks']])
})

it('finds what happened during a step, and the picture at its end', () => {
  const steps = stepsOf(detail)
  const [open, pay] = [spanOf(steps, 0), spanOf(steps, 1)]
  const network = pageEvents(detail, 'network')
  expect(during(network, open).map(({ row }) => row['url'])).toEqual(['a'])
  expect(during(network, pay).map(({ row }) => row['url'])).toEqual(['b'])
  expect(during(pageEvents(detail, 'console'), open)).toHaveLength(1)
  const pictures = [{ at: 900 }, { at: 1_190 }, { at: 2_900 }]
  expect(pictureAt(pictures, open)).toEqual({ at: 1_190 })
  expect(pictureAt(pictures, pay)).toEqual({ at: 2_900 })
  expect(pictureAt([{ at: 9_000 }], open)).toEqual({ at: 9_000 })
  expect(pictureAt([], open)).toBeNull()
})

it('shows a picture for each failed step, that of the step before when the page stood still', () => {
  const steps = stepsOf({ tests: [{ steps: [step('open', 0), step('pay', 2_000, { error: 'no' })] }] })
  const pictures = [{ at: 1_010 }, { at: 1_500 }, { at: 1_900 }]
  const shown = (most: number) => filmOf(pictures, steps, most).map((frame) => [frame.picture.at, frame.step])
  expect(shown(9)).toEqual([
    [1_010, 0],
    [1_500, 0],
    [1_900, 0],
    [1_900, 1],
  ])
  expect(filmOf([...pictures, { at: 3_500 }], steps, 9).at(-1)).toEqual({ picture: { at: 3_500 }, step: 1 })
  expect(filmOf([], steps, 9)).toEqual([])
})

it('reads the lines that an error quotes', () => {
  const snippet =
    "  11 |   await test.step('pay', async () => {\n> 12 |     await pay.click()\n     |               ^\n  13 |"
  expect(linesAround({ snippet, location: { file: 'script.ts', line: 12 } })).toEqual({
    text: "  await test.step('pay', async () => {\n    await pay.click()\n",
    firstLine: 11,
    marks: [2],
    file: 'script.ts',
    line: 12,
  })
  expect(linesAround({ snippet: 'nothing' })).toBeNull()
})

it('takes anything that is no list of tests as no steps', () => {
  expect(stepsOf({ tests: { passed: 1 } })).toEqual([])
  expect(stepsOf({ tests: [null, 1, { steps: 'x' }] })).toEqual([])
  expect(pageEvents({ pages: 'x' }, 'console')).toEqual([])
})
