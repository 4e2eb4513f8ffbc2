// Fills {{NAME}} in texts that users write: URLs, headers, bodies and alert templates (semantics 4.9 and 6.3).
// A template, its variables, the moment and the sources of chance come in.
// Out go the filled text, or a sentence saying what is wrong with the template.
export { escapeHtml } from './encode.ts'
export type { Encoding } from './encode.ts'
export type { TemplateValue } from './template-tree.ts'
export { findTemplateProblem, templateVariables } from './find-template-problem.ts'
export { renderTemplate } from './render-template.ts'
export type { RenderSettings, Rendered, TemplateVariables } from './render-template.ts'
