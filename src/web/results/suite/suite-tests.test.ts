import { expect, it } from 'vitest'
import { filesOf, suiteTests } from './suite-tests.ts'

const red = `${String.fromCodePoint(0x1b)}[31m`
const result = (more: object) => ({ status: 'passed', duration: 100, errors: [], steps: [], attachments: [], ...more })
const report = {
  suites: [
    {
      title: 'shop.spec.ts',
      specs: [
        {
          title: 'opens',
          file: 'shop.spec.ts',
          line: 3,
          tests: [{ projectName: 'desktop', status: 'expected', results: [result({})] }],
        },
      ],
      suites: [
        {
          title: 'Basket',
          specs: [
            {
              title: 'sells',
              file: 'shop.spec.ts',
              line: 9,
              tests: [
                {
                  projectName: 'desktop',
                  status: 'unexpected',
                  results: [
                    result({
                      status: 'failed',
                      errors: [{ message: `${red}Expected 1`, snippet: '> 9 | expect(1)' }],
                      steps: [
                        {
                          title: 'Pay',
                          duration: 40,
                          error: { message: 'no' },
                          steps: [{ title: 'Click', duration: 4 }],
                        },
                      ],
                      attachments: [
                        { name: 'trace', path: '/work/output/shop-sells-desktop/trace.zip' },
                        { name: 'note' },
                      ],
                    }),
                    result({ status: 'timedOut', duration: 400 }),
                  ],
                },
                { projectName: 'phone', status: 'flaky', results: [result({ status: 'failed' }), result({})] },
              ],
            },
          ],
        },
      ],
    },
  ],
}

it('lists the tests of every project, the worst first, each with its attempts, steps and errors', () => {
  const tests = suiteTests(report)
  expect(tests.map(({ titles, project, end, duration }) => ({ titles, project, end, duration }))).toEqual([
    { titles: ['Basket', 'sells'], project: 'desktop', end: 'unexpected', duration: 500 },
    { titles: ['Basket', 'sells'], project: 'phone', end: 'flaky', duration: 200 },
    { titles: ['opens'], project: 'desktop', end: 'expected', duration: 100 },
  ])
  const [first, second] = tests[0]?.attempts ?? []
  expect(first?.errors).toEqual(['Expected 1\n\n> 9 | expect(1)'])
  expect(first?.steps[0]).toMatchObject({ title: 'Pay', error: 'no', actions: [{ title: 'Click', duration: 4 }] })
  expect(second?.status).toBe('timedOut')
})

it('finds the files of an attempt by the end of their paths', () => {
  const [attempt] = suiteTests(report)[0]?.attempts ?? []
  const files = ['shop-sells-desktop/trace.zip', 'sells-desktop/trace.zip', 'report.json'].map((name) => ({ name }))
  expect(attempt && filesOf(attempt, files).map(({ name }) => name)).toEqual(['shop-sells-desktop/trace.zip'])
})

it.each([null, 7, 'x', [], { suites: 7 }, { suites: [{ specs: [{ tests: [null, { results: [null] }] }] }] }])(
  'takes from %j what is there, and nothing else',
  (text) => {
    expect(suiteTests(text).every(({ titles, end }) => titles.length > 0 && end === 'unexpected')).toBe(true)
  },
)

it('reads no deeper than a page can show', () => {
  let suite: object = { title: 'deepest', specs: [{ title: 'lost', tests: [{ status: 'expected' }] }] }
  for (let depth = 0; depth < 5_000; depth++) suite = { title: 'a', suites: [suite] }
  expect(suiteTests({ suites: [suite] })).toEqual([])
})
