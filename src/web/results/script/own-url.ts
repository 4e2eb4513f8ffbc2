import { serviceUrl } from '../../api/call.ts'

/** A link to a file of a run, at the address under which this page was opened: its policy allows no other. */
export function ownUrl(url: string): string {
  const at = url.indexOf('/downloads/')
  return at < 0 ? url : serviceUrl(url.slice(at))
}
