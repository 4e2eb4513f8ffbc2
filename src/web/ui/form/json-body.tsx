import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { isObject, typedBody } from './body.ts'
import type { EditProps } from './edit-props.ts'
import { JsonField } from './json-field.tsx'

const words = lateTexts.editor

/** The whole body as text. */
export const JsonBody = <B extends object>({ body, onChange }: EditProps<B>) => (
  <div className="mt8">
    <JsonField
      label={words.json}
      value={body}
      onChange={(value) => onChange(typedBody(value))}
      takes={isObject}
      hint={`${words.jsonHint} ${texts.common.leaveEditor}`}
      rows={20}
    />
  </div>
)
