import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startAgainWhenOutdated } from './lib/outdated';

startAgainWhenOutdated();

const target = document.getElementById('app');
if (target) mount(App, { target });
