/** A part of a form, with its text. */
export interface FormPart {
  readonly name: string
  readonly text: string
  readonly fileName?: string | null
  readonly contentType?: string | null
}

export interface MultipartBody {
  readonly text: string
  /** The value of the header `content-type`. */
  readonly contentType: string
}

const lineEnd = '\r\n'

/** A body of `multipart/form-data` (RFC 7578). Null for none, as a form without parts is not sent. */
export function multipartOf(parts: readonly FormPart[]): MultipartBody | null {
  if (parts.length === 0) return null
  const boundary = boundaryOf(parts)
  const written = parts.flatMap((part) => [`--${boundary}`, ...headersOf(part), '', part.text])
  return {
    text: [...written, `--${boundary}--`, ''].join(lineEnd),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

function boundaryOf(parts: readonly FormPart[]): string {
  for (let number = 1; ; number += 1) {
    const boundary = `form-boundary-${number}`
    if (!parts.some(({ text }) => text.includes(boundary))) return boundary
  }
}

function headersOf({ name, fileName = null, contentType = null }: FormPart): readonly string[] {
  const file = fileName === null ? '' : `; filename="${quoted(fileName)}"`
  return [
    `Content-Disposition: form-data; name="${quoted(name)}"${file}`,
    ...(contentType === null ? [] : [`Content-Type: ${contentType.replaceAll(/[\r\n]/g, ' ')}`]),
  ]
}

const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
