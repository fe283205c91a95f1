import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { reloadWhenOutdated } from './lib/outdated';

reloadWhenOutdated();

const target = document.getElementById('app');
if (target) mount(App, { target });
