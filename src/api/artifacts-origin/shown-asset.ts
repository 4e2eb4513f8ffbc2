import { asDownload } from '../answers/send-asset.ts'
import type { Presentation } from '../answers/send-asset.ts'

/**
 * A document of a run has an origin that nothing else has (`sandbox` without `allow-same-origin`): its scripts reach
 * neither other files nor the viewer, and the policy leaves them no way to send anything but a navigation.
 */
const documentPolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' data: blob:",
  "style-src 'unsafe-inline' data: blob:",
  'img-src data: blob:',
  'media-src data: blob:',
  'font-src data: blob:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
const plainPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const kinds: readonly (readonly [contentType: RegExp, policy: string])[] = [
  [/^text\/html(?:;|$)/, documentPolicy],
  [/^image\/(?:png|jpeg|gif|webp|avif)$/, plainPolicy],
  [/^video\/(?:webm|mp4)$/, plainPolicy],
  [/^text\/plain(?:;|$)/, plainPolicy],
]

const policyOf = (contentType: string): string | undefined => kinds.find(([type]) => type.test(contentType))?.[1]

/** Whether a browser may open a file of this type; all others are downloads on every origin. */
export const isShown = (contentType: string): boolean => policyOf(contentType) !== undefined

/** How a file is sent on the origin of artifacts. No type is one of scripts, styles or workers. */
export function asShown(asset: { readonly name: string; readonly contentType: string }): Presentation {
  const policy = policyOf(asset.contentType)
  if (policy === undefined) return asDownload(asset)
  const { headers } = asDownload(asset)
  return {
    contentType: asset.contentType,
    headers: { ...headers, 'content-security-policy': policy, 'content-disposition': 'inline' },
  }
}
