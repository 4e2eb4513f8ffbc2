import { STATUS_CODES } from 'node:http'

/** The text of docs/errors.md from the table of src/contract/faults.ts: by status and code, each code with an anchor. */
export function errorsPage(faults) {
  const byStatus = Map.groupBy(Object.entries(faults), ([, { status }]) => status)
  const sections = [...byStatus].sort(([a], [b]) => a - b).map(([status, rows]) => section(status, rows))
  return `# Errors

The code of an error is \`attributes.code\` of its response. Values in braces are filled in from the request.

${sections.join('\n')}`
}

function section(status, rows) {
  const lines = rows
    .map(([code, { message }]) => `| <a id="${code}"></a>${code} | ${message.replaceAll('|', '\\|')} |`)
    .sort()
  return `## ${status} ${STATUS_CODES[status] ?? 'Error'}

${whatToDo(status)}

| Code | Message |
| --- | --- |
${lines.join('\n')}
`
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
