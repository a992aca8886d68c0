import { mount } from 'svelte';
import './look/tokens.css';
import './look/reset.css';
import App from './App.svelte';
import { park } from './park/park.svelte.ts';
import { language } from './words/locale.svelte.ts';

document.documentElement.lang = language.now;
park.start();
mount(App, { target: document.getElementById('page')! });

// Only what was built can be kept; while the page is being worked on nothing must be.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/worker.js').catch(() => {});
