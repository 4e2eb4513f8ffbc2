import { endpointOf } from '../../counterparts/hosted/checks.ts'
import type { SourceFields } from '../../source-fields.ts'
import type { TestImport } from './test-import.ts'

/** Host and port of a request; null where they are none. */
export function endpointFrom({ variables }: TestImport, request: SourceFields) {
  const port = variables.fill(request.text('port') ?? '')
  const host = variables.fill(request.text('host') ?? '')
  request.exact('host', 'port')
  return endpointOf(host, port === '' ? 443 : Number(port))
}

/** Reports what only other types use, and what nobody read. */
export function finished(request: SourceFields): void {
  if (request.flag('shouldTrackHops') === true)
    request.impossible('shouldTrackHops', 'Make a traceroute check of the host beside it.')
  else request.ignored('shouldTrackHops')
  request.ignored('method', 'headers', 'checkCertificateRevocation', 'disableAiaIntermediateFetching')
  request.finish()
}
