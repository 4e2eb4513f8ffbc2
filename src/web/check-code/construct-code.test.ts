import { expect, it } from 'vitest'
import { constructOf } from './construct-code.ts'

it('writes a construct with the settings that it has, at their places', () => {
  const code = constructOf({
    checkType: 'API',
    name: "Orders: it's ours",
    id: 'left out',
    groupId: 7,
    frequency: 5,
    tags: ['shop'],
    localSetupScript: 'const a = `${1}`\nexport default a',
    request: {
      url: 'https://shop.example/',
      method: 'POST',
      assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '201' }],
    },
  })
  expect(code).toBe(`import { ApiCheck } from 'checkly/constructs'

new ApiCheck('orders-it-s-ours', {
  name: 'Orders: it\\'s ours',
  tags: ['shop'],
  setupScript: {
    content: \`const a = \\\`\\\${1}\\\`
export default a\`,
  },
  request: {
    url: 'https://shop.example/',
    method: 'POST',
    assertions: [
      {
        source: 'STATUS_CODE',
        comparison: 'EQUALS',
        target: '201',
      },
    ],
  },
  frequency: 5,
})
`)
})

it('names frequencies of seconds, and has nothing for a type without a construct', () => {
  const often = {
    checkType: 'URL',
    name: 'Home',
    frequency: 0,
    frequencyOffset: 10,
    request: { url: 'https://a.example' },
  }
  expect(constructOf(often)).toContain("import { UrlMonitor, Frequency } from 'checkly/constructs'")
  expect(constructOf(often)).toContain('frequency: Frequency.EVERY_10S,')
  expect(constructOf({ checkType: 'AGENTIC', name: 'Task' })).toBe(null)
})

it('leaves values of locked and secret variables out', () => {
  const code = constructOf({
    checkType: 'BROWSER',
    name: 'Sign in',
    script: 'test()',
    environmentVariables: [{ key: 'PASSWORD', value: 'geheim', locked: true }],
  })
  expect(code).toContain("code: {\n    content: 'test()',\n  },")
  expect(code).not.toContain('geheim')
})

it('says of a schedule that constructs have none, and writes its usual period', () => {
  const heartbeat = { period: 1, periodUnit: 'days', schedule: { expression: '30 2 * * *', timezone: null } }
  const code = constructOf({ checkType: 'HEARTBEAT', name: 'Backup', heartbeat })
  expect(code).toContain('// schedule "30 2 * * *" cannot be set here: ')
  expect(code).toContain("  period: 1,\n  periodUnit: 'days',\n})")
})

it('leaves the schema of responses out, which constructs do not know, and says so', () => {
  const request = { method: 'GET', url: 'https://a.example', responseSchema: { schema: { type: 'object' } } }
  const code = constructOf({ checkType: 'API', name: 'Orders', request })
  expect(code).toContain('// responseSchema cannot be set here: ')
  expect(code).not.toContain("type: 'object'")
  expect(
    constructOf({ checkType: 'API', name: 'Orders', request: { ...request, responseSchema: null } }),
  ).not.toContain('Schema')
})
