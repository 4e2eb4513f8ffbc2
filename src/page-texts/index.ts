// Translations of public status pages and their messages: those of the product, and files of an operator.
// Takes a directory of JSON files and codes of languages. Returns texts, and what is wrong with files.
export { wordOf } from './word-of.ts'
export { dayText, clockText, momentText, monthText, timeText } from './times.ts'
export { builtInLanguages, languagesOf, textsOf } from './page-languages.ts'
export type { PageLanguages } from './page-languages.ts'
export type { PageTexts, ShownState } from './page-texts.ts'
export { isLanguageCode, readPageLanguages, readTranslation } from './read-page-languages.ts'
export type { FileProblem } from './read-page-languages.ts'
export { translate } from './translate.ts'
export { writeTemplate } from './write-template.ts'
