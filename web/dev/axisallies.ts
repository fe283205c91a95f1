import { mount } from 'svelte';
import '../src/app.css';
import AxisAllies from './AxisAllies.svelte';

// For work on the map only (`npm run dev`, then /dev/axisallies.html): the build does not know this page.
mount(AxisAllies, { target: document.getElementById('app')! });
