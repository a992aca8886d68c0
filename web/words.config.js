/** How the messages are compiled, for the build and for checks alike. */
export const words = {
  project: './project.inlang',
  outdir: './src/words/compiled',
  outputStructure: 'message-modules',
  strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
};
