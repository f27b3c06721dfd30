/** Suggestions of the search box. */
for (const form of document.querySelectorAll('form.search')) form.classList.add('enhanced');
