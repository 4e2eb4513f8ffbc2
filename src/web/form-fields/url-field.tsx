import { useState } from 'react'
import { takeCurl } from '../curl/paste-curl.tsx'
import { withRequest } from '../curl/with-request.ts'
import { TextField } from '../ui/field.tsx'
import { textProps } from './control-of.ts'
import type { ControlOf } from './control-of.ts'

/** The URL of a request, which a curl command that is pasted fills in whole. */
export function UrlField<B extends object>(control: ControlOf<B>) {
  const [problem, setProblem] = useState<string | null>(null)
  const { body, replace } = control
  const onPaste = takeCurl((request) => replace(withRequest(body, request)), setProblem)
  const { onChange, error, ...field } = textProps(control)
  return (
    <TextField
      {...field}
      isMono
      error={problem ?? error}
      onPaste={onPaste}
      onChange={(text) => {
        setProblem(null)
        onChange(text)
      }}
    />
  )
}
