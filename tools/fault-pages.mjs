import { STATUS_CODES } from 'node:http'

/** One page per fault code, by code, from the table of src/contract/faults.ts. */
export function faultPages(faults) {
  return Object.fromEntries(Object.entries(faults).map(([code, row]) => [code, page(code, row)]))
}

function page(code, { status, message }) {
  const names = [...new Set([...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))]
  const filled =
    names.length > 0 ? `\n${list(names)} ${names.length > 1 ? 'are' : 'is'} filled in from the request.\n` : ''
  return `# ${code}

| HTTP status | Error |
| --- | --- |
| ${status} | ${STATUS_CODES[status] ?? 'Error'} |

> ${message}
${filled}
${whatToDo(status)}
`
}

function list(names) {
  return names.map((name) => `\`{${name}}\``).join(', ')
}

function whatToDo(status) {
  if (status === 401)
    return 'Send a valid API key as `Authorization: Bearer <key>`, and an account header that belongs to it.'
  if (status === 403) return 'The key is valid, but its role or account does not allow this.'
  if (status === 404) return 'The path is wrong, or the resource does not exist in the account of the key.'
  if (status === 412) return 'Somebody else changed the resource. Read it again, then decide.'
  if (status === 409) return 'The request is valid, but does not fit the present state. Read the resource, then decide.'
  if (status === 429) return 'Wait as long as the `Retry-After` header says, then send the request again.'
  if (status >= 500)
    return 'The request may be sent again later; the log of the server has the cause under the request id.'
  return 'Change the request as the message says; sending it again unchanged gives the same answer.'
}
