// Compiles the messages without a build, for `npm run check` and `npm test`.
import { compile } from '@inlang/paraglide-js';
import { words } from '../words.config.js';

await compile(words);
