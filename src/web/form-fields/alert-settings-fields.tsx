import { lateTexts } from '../strings/late.ts'
import { SelectField } from '../ui/field.tsx'
import { textAt, valueAt, withValue } from '../ui/form/body.ts'
import type { EditProps } from '../ui/form/edit-props.ts'

const words = lateTexts.setup.settings

interface NumberField {
  /** Below `alertSettings`. */
  readonly path: string
  readonly label: string
  readonly values: readonly number[]
  readonly usual: number
  readonly show?: (value: number) => string
}

const runs: NumberField = {
  path: 'runBasedEscalation.failedRunThreshold',
  label: words.runs,
  values: [1, 2, 3, 4, 5],
  usual: 1,
}
const minutes: NumberField = {
  path: 'timeBasedEscalation.minutesFailingThreshold',
  label: words.minutes,
  values: [5, 10, 15, 30],
  usual: 5,
}
/** As many as it takes. */
const unlimited = 100_000
const reminders: NumberField = {
  path: 'reminders.amount',
  label: words.reminders,
  values: [0, 1, 2, 3, 4, 5, unlimited],
  usual: 0,
  show: (amount) => (amount === unlimited ? words.untilRecovered : String(amount)),
}
const interval: NumberField = {
  path: 'reminders.interval',
  label: words.interval,
  values: [1, 2, 3, 4, 5, 10, 15, 30],
  usual: 5,
}
const percentages = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]

/** When alerts are sent, of what does not use the alert settings of the account. */
export function AlertSettingsFields<B extends object>(edit: EditProps<B>) {
  const { body, onChange } = edit
  const type = textAt(body, 'alertSettings.escalationType') || 'RUN_BASED'
  const amount = Number(textAt(body, 'alertSettings.reminders.amount') || 0)
  return (
    <>
      <SelectField
        label={words.escalation}
        value={type}
        options={[
          { value: 'RUN_BASED', label: words.runBased },
          { value: 'TIME_BASED', label: words.timeBased },
        ]}
        onChange={(next) => onChange(withValue(body, 'alertSettings.escalationType', next))}
        error={edit.errors['alertSettings.escalationType']}
      />
      <Choice edit={edit} field={type === 'TIME_BASED' ? minutes : runs} />
      <Choice edit={edit} field={reminders} />
      {amount > 0 && <Choice edit={edit} field={interval} />}
      <ParallelRuns {...edit} />
    </>
  )
}

function Choice<B extends object>({
  edit: { body, onChange, errors },
  field: { path, label, values, usual, show = String },
}: {
  readonly edit: EditProps<B>
  readonly field: NumberField
}) {
  const whole = `alertSettings.${path}`
  return (
    <SelectField
      label={label}
      value={textAt(body, whole) || String(usual)}
      options={values.map((value) => ({ value: String(value), label: show(value) }))}
      onChange={(value) => onChange(withValue(body, whole, Number(value)))}
      error={errors[whole]}
    />
  )
}

/** Of runs in several locations at once: how many of them have to fail. */
function ParallelRuns<B extends object>({ body, onChange, errors }: EditProps<B>) {
  const path = 'alertSettings.parallelRunFailureThreshold'
  const percentage = textAt(body, `${path}.percentage`)
  const isOn = valueAt(body, `${path}.enabled`) === true
  return (
    <SelectField
      label={words.parallelRuns}
      value={isOn ? percentage || '10' : ''}
      options={[
        { value: '', label: words.oneLocation },
        ...percentages.map((percent) => ({ value: String(percent), label: words.ofLocations(percent) })),
      ]}
      onChange={(value) =>
        onChange(
          withValue(
            body,
            path,
            value === ''
              ? { enabled: false, percentage: Number(percentage || 10) }
              : { enabled: true, percentage: Number(value) },
          ),
        )
      }
      error={errors[`${path}.percentage`]}
    />
  )
}
