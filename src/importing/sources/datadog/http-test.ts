import { listIn } from '../../counterparts/hosted/answers.ts'
import { limitsFrom } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { requestCheck } from '../../counterparts/source-request.ts'
import { expectationsOf } from './http-assertions.ts'
import { sentOf } from './request.ts'
import type { TestImport } from './test-import.ts'

/** A test of one request. */
export function httpTest({ draft, fields, config, options, name, seconds, variables }: TestImport): Value | null {
  const { item } = fields
  const request = config.fields('request')
  const fill = (text: string): string => variables.fill(text)
  const sent = sentOf({
    draft,
    request,
    name,
    fill,
    followRedirects: options.flag('follow_redirects') ?? false,
    skipSSL: options.flag('allow_insecure') ?? false,
  })
  options.exact('follow_redirects', 'allow_insecure')
  const assertions = listIn(config.value('assertions'))
  if (sent === null) return null
  const { setupScript, ...rest } = sent
  const expectations = expectationsOf(assertions, { draft, item, prefix: 'config.', fill })
  const limits = limitsFrom(request, 'timeout', (request.number('timeout') ?? 60) * 1000)
  request.finish()
  return {
    ...requestCheck(draft, { ...rest, expectations, stored: [] }, setupScript !== null || seconds < 60),
    ...limits,
    ...(setupScript !== null && { localSetupScript: setupScript }),
  }
}
