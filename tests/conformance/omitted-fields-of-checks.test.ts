import { describeOmittedFields, updatable } from './describe-omitted-fields.ts'

describeOmittedFields(updatable.filter(([name]) => name.startsWith('a check of')))
