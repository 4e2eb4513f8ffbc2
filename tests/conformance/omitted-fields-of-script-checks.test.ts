import { describeOmittedFields, updatable } from './describe-omitted-fields.ts'

describeOmittedFields(
  updatable.filter(([name]) => /^a check of type (AGENTIC|BROWSER|HEARTBEAT|MULTI_STEP|PLAYWRIGHT)/.test(name)),
)
