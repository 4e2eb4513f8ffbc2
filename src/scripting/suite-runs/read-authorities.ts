import { readFileSync } from 'node:fs'

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/**
 * Certificates in PEM that the operator trusts besides the usual ones, of the files that Node (`NODE_EXTRA_CA_CERTS`) and npm
 * (`npm_config_cafile`) are told of; null without any. What else is in these files, for example a key, is left out.
 */
export function readAuthorities(environment: Readonly<Record<string, string | undefined>>): string | null {
  const files = [environment['NODE_EXTRA_CA_CERTS'], environment['npm_config_cafile']]
  const found = new Set(files.flatMap((file) => (file ? (textOf(file).match(certificate) ?? []) : [])))
  return found.size === 0 ? null : [...found, ''].join('\n')
}

/** Node itself only warns of a file that is missing. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
