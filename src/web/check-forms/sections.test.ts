import { expect, it } from 'vitest'
import { sectionsOf, sectionsWith } from './sections.ts'

it('has the sections that a type has fields for', () => {
  expect(sectionsOf('API')).toEqual([
    'general',
    'request',
    'assertions',
    'scripts',
    'schedule',
    'limits',
    'alerts',
    'json',
  ])
  expect(sectionsOf('BROWSER')).toEqual(['general', 'request', 'schedule', 'limits', 'alerts', 'json'])
  expect(sectionsOf('HEARTBEAT')).toEqual(['general', 'pings', 'alerts', 'json'])
})

it('finds the section of a mistake', () => {
  const errors = { 'request.url': '', 'request.assertions[0].target': '', tags: '', 'retryStrategy.type': '' }
  expect([...sectionsWith(errors, 'API')]).toEqual(['request', 'assertions', 'general', 'limits'])
  expect([...sectionsWith({ script: '' }, 'BROWSER')]).toEqual(['request'])
})
